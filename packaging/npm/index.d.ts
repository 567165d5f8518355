import type { Classification, DetectOptions, Detection, Picture, Sample, Source } from "./types.js";
export * from "./types.js";

/** Finds objects, in a worker. */
export class Detector {
  private constructor();
  /** The bundled detector of faces that look into the camera, or a model of your own. */
  static load(source?: Source): Promise<Detector>;
  /** The surest first. Rejects with RangeError for options out of range. */
  detect(picture: Picture, options?: DetectOptions): Promise<Detection[]>;
  /** Ends the worker. */
  close(): void;
}

/** Labels pictures or rows of a table, in a worker. */
export class Classifier {
  private constructor();
  static load(source: Source): Promise<Classifier>;
  readonly classes: readonly string[];
  /** The categories of each column of a table; none for a column of numbers. */
  readonly categories: readonly (readonly string[])[];
  classify(sample: Sample): Promise<Classification>;
  /** Ends the worker. */
  close(): void;
}

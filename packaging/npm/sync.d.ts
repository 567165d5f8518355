import type { Classification, DetectOptions, Detection, Picture, Sample, Source } from "./types.js";
export * from "./types.js";

/** Finds objects, in the calling thread: a call takes milliseconds and blocks. */
export class Detector {
  private constructor();
  /** The bundled detector of faces that look into the camera, or a model of your own. */
  static load(source?: Source): Promise<Detector>;
  /** The surest first. Throws RangeError for options out of range. */
  detect(picture: Picture, options?: DetectOptions): Detection[];
}

/** Labels pictures or rows of a table, in the calling thread. */
export class Classifier {
  private constructor();
  static load(source: Source): Promise<Classifier>;
  readonly classes: readonly string[];
  /** The categories of each column of a table; none for a column of numbers. */
  readonly categories: readonly (readonly string[])[];
  classify(sample: Sample): Classification;
}

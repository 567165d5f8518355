/** Pixels of red, green, blue and alpha: an ImageData, or the like. */
export interface Picture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The C99 header of a detector, or a classifier that `npx ocelli` compiled: its URL (a path under node), or its bytes. */
export type Source = string | URL | BufferSource;

/** The options of `ocelli detect`, with the same defaults. */
export interface DetectOptions {
  /** Width of the smallest and of the largest object, in pixels of the picture. 0: the model's window, and the whole picture. */
  minSize?: number;
  maxSize?: number;
  /** Ratio of one window size to the next, 1.01 to 10. */
  scaleStep?: number;
  /** Step of the grid of windows, 1 to 8 pixels of the scaled picture. */
  stride?: number;
  /** Groups of fewer windows are dropped. */
  minNeighbors?: number;
  /** Detections with a lower score are dropped. Below 0: the model's own limit. */
  minScore?: number;
  /** Most detections. */
  most?: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box in pixels of the picture; larger scores are surer. */
export interface Detection extends Point {
  readonly width: number;
  readonly height: number;
  readonly score: number;
  /** Eyes, nose and corners of the mouth, from left to right in the picture, if the model has landmarks. */
  readonly landmarks?: readonly Point[];
}

export interface Classification {
  readonly label: string;
  /** Of each class, in the order of `classes`. */
  readonly scores: number[];
  /** Of each class, if the model has probabilities. */
  readonly probabilities?: number[];
}

/** A picture, brought to the size of the model; or a row of a table: numbers, texts for categories, null for gaps. */
export type Sample = Picture | ArrayLike<number | string | null>;

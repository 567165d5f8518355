/** Pixels of red, green, blue and alpha: an ImageData, or the like. */
export interface Picture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Where the module is: a URL, or its bytes. Without it, `ocelli.wasm` beside the script. */
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

/** A box in pixels of the picture; larger scores are surer. */
export interface Detection {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly score: number;
}

/** Finds faces. One call at a time: each worker has one of its own. */
export class Detector {
  static load(source?: Source): Promise<Detector>;
  /** The surest first. Throws RangeError for options out of range. */
  detect(picture: Picture, options?: DetectOptions): Detection[];
}

export interface Classification {
  readonly label: string;
  /** Of each class, "0" to "9". */
  readonly scores: number[];
}

/** Reads digits. */
export class Classifier {
  static load(source?: Source): Promise<Classifier>;
  /** A digit, dark on light or light on dark. Pictures of any size are brought to the model's. */
  classify(picture: Picture): Classification;
}

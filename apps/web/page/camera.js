// The camera: opening it, its frames, and what to do when it cannot be had.

const WHAT_TO_DO = {
  NotAllowedError: "The browser may not use the camera. Allow it in the address bar, then start again.",
  NotFoundError: "No camera was found. Plug one in, or drop photos on this page.",
  NotReadableError: "Another program uses the camera. Close it, then start again.",
  OverconstrainedError: "The camera is gone. Choose another one.",
};

export function cameraError(error) {
  return new Error(WHAT_TO_DO[error.name] ?? `The camera cannot start: ${error.message}`);
}

const nextFrame = (video) =>
  new Promise((resolve) => {
    if (!video.requestVideoFrameCallback) return requestAnimationFrame(resolve);
    video.requestVideoFrameCallback(resolve);
    setTimeout(resolve, 200); // so that a camera that stops is noticed
  });

export class Camera {
  #stream;
  #video = document.createElement("video");

  /** Opens a camera at 60 frames a second if it has them. */
  static async open(deviceId) {
    if (!navigator.mediaDevices) throw new Error("A browser gives the camera only to pages from https:// or localhost.");
    const device = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: "user" };
    const video = { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 } };
    const camera = new Camera();
    try {
      camera.#stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      Object.assign(camera.#video, { srcObject: camera.#stream, muted: true, playsInline: true });
      await camera.#video.play();
    } catch (error) {
      camera.close();
      throw cameraError(error);
    }
    return camera;
  }

  /** Its name and the identifier for open(). */
  static async devices() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter(({ kind }) => kind === "videoinput").map(({ deviceId, label }, i) => ({ deviceId, label: label || `Camera ${i + 1}` }));
  }

  get deviceId() {
    return this.#stream?.getVideoTracks()[0]?.getSettings().deviceId;
  }

  get isOpen() {
    return this.#stream?.getVideoTracks()[0]?.readyState === "live";
  }

  /** The newest frame, over and over, until the camera is closed or goes away. */
  async *frames() {
    for (let next = nextFrame(this.#video); this.isOpen; ) {
      await next;
      next = nextFrame(this.#video); // one that comes meanwhile is not waited for again
      if (this.isOpen && this.#video.videoWidth > 0) yield this.#video;
    }
  }

  close() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#video.srcObject = null;
    this.#stream = null;
  }
}

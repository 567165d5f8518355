// What the types allow.
import { Classifier, Detector, type Classification, type Detection } from "ocelli";
import { Detector as BlockingDetector } from "ocelli/sync";

const picture = { data: new Uint8ClampedArray(4), width: 1, height: 1 };
const detector: Detector = await Detector.load();
const faces: Detection[] = await detector.detect(picture, { minSize: 40 });
const eye: number | undefined = faces[0]?.landmarks?.[0]?.x;
const label: Classification = await (await Classifier.load(new Uint8Array())).classify([1, null, "diesel"]);
const found: Detection[] = (await BlockingDetector.load("a.wasm")).detect(picture);
// @ts-expect-error: no such option
await detector.detect(picture, { minsize: 40 });
// @ts-expect-error: a model is loaded
new Detector();
export { eye, found, label };

"""Runs an ONNX file: run_onnx.py MODEL FOLDER. Exit code 3 without what it needs.

FOLDER/inputs.json lists the inputs: {"name", "shape", and "texts" or "file", raw floats}. Each output becomes
FOLDER/NAME.raw. onnxruntime runs the file where it is installed, otherwise the operators of NumPy below.
"""
import json
import pathlib
import sys

try:
    import numpy
    import onnx
    from onnx import numpy_helper
except ImportError:
    sys.exit(3)


def sliced(x, starts, ends, axes):
    where = [slice(None)] * x.ndim
    for start, end, axis in zip(starts, ends, axes):
        where[axis] = slice(start, end)
    return x[tuple(where)]


def convolved(x, weights, pads, kernel_shape):
    x = numpy.pad(x, [(0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])])
    windows = numpy.lib.stride_tricks.sliding_window_view(x, kernel_shape, axis=(2, 3))
    return numpy.einsum("nchwij,ocij->nohw", windows, weights, optimize=True).astype(x.dtype)


def reduced(function):
    return lambda x, axes, keepdims=1: function(x, axis=tuple(axes), keepdims=bool(keepdims))


def reshaped(x, sizes):
    return x.reshape([x.shape[i] if size == 0 else size for i, size in enumerate(sizes)])


def flattened(x, axis):
    return x.reshape(int(numpy.prod(x.shape[:axis])), -1)


def softmax(x, axis):
    powers = numpy.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def encoded(x, keys_strings, values_int64s, default_int64):
    numbers = dict(zip((key.decode() for key in keys_strings), values_int64s))
    return numpy.vectorize(lambda text: numbers.get(text, default_int64), otypes=[numpy.int64])(x)


def clipped(x, low=None, high=None, min=None, max=None):
    return numpy.clip(x, numpy.float32(min) if low is None else low, numpy.float32(max) if high is None else high)


def unsqueezed(x, axes):
    return numpy.expand_dims(x, tuple(axes))


OPERATORS = {
    "Abs": numpy.abs, "Add": numpy.add, "Clip": clipped, "Conv": convolved, "Div": numpy.divide, "Equal": numpy.equal,
    "Exp": numpy.exp, "Flatten": flattened, "Floor": numpy.floor, "IsNaN": numpy.isnan, "LabelEncoder": encoded,
    "Less": numpy.less, "MatMul": numpy.matmul, "Max": numpy.maximum, "Min": numpy.minimum, "Mul": numpy.multiply,
    "Neg": numpy.negative, "Reshape": reshaped, "Sign": numpy.sign, "Slice": sliced, "Softmax": softmax,
    "Sqrt": numpy.sqrt, "Sub": numpy.subtract, "Unsqueeze": unsqueezed, "Where": numpy.where,
    "ReduceMax": reduced(numpy.max), "ReduceMin": reduced(numpy.min), "ReduceSum": reduced(numpy.sum),
    "ArgMax": lambda x, axis, keepdims: numpy.argmax(x, axis=axis),
    "Cast": lambda x, to: x.astype(onnx.mapping.TENSOR_TYPE_TO_NP_TYPE[to]),
    "Concat": lambda *x, axis: numpy.concatenate(x, axis=axis),
    "Expand": lambda x, sizes: numpy.array(numpy.broadcast_to(x, sizes)),
    "Gather": lambda x, indices, axis=0: numpy.take(x, indices, axis=axis),
    "GatherElements": lambda x, indices, axis: numpy.take_along_axis(x, indices, axis=axis),
    "Gemm": lambda a, b, c, transB: a @ b.T + c,
    "GlobalMaxPool": lambda x: x.max(axis=(2, 3), keepdims=True),
    "Relu": lambda x: numpy.maximum(x, x.dtype.type(0)),
    "Shape": lambda x: numpy.array(x.shape, numpy.int64),
    "Transpose": lambda x, perm: numpy.transpose(x, perm),
}


def scanned(state, *rows, body, num_scan_inputs):
    names = [value.name for value in body.input]
    for row in zip(*rows):
        state = run(body, dict(zip(names, (state, *row))))[body.output[0].name]
    return state


def run(graph, inputs):
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer} | inputs
    for node in graph.node:
        attributes = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
        operator = scanned if node.op_type == "Scan" else OPERATORS[node.op_type]
        values[node.output[0]] = operator(*(values[name] for name in node.input), **attributes)
    return {value.name: values[value.name] for value in graph.output}


def run_file(path, inputs):
    try:
        import onnxruntime
    except ImportError:
        return run(onnx.load(path).graph, inputs)
    session = onnxruntime.InferenceSession(path)
    return dict(zip((output.name for output in session.get_outputs()), session.run(None, inputs)))


folder = pathlib.Path(sys.argv[2])
given = {}
for one in json.loads((folder / "inputs.json").read_text()):
    data = numpy.array(one["texts"], object) if "texts" in one else numpy.fromfile(folder / one["file"], numpy.float32)
    given[one["name"]] = data.reshape(one["shape"])
numpy.seterr(invalid="ignore")
for name, result in run_file(sys.argv[1], given).items():
    result.tofile(folder / f"{name}.raw")

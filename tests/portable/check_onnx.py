"""Checks ONNX files, and prints what goes in and comes out of each. Exit code 3 without the checker."""
import sys

try:
    import onnx
except ImportError:
    sys.exit(3)


def signature(values):
    def text(value):
        tensor = value.type.tensor_type
        sizes = ", ".join(size.dim_param or str(size.dim_value) for size in tensor.shape.dim)
        return f"{value.name} {onnx.TensorProto.DataType.Name(tensor.elem_type)} [{sizes}]"

    return ", ".join(map(text, values))


for file in sys.argv[1:]:
    model = onnx.load(file)
    onnx.checker.check_model(model, full_check=True)
    print(f"{file}: {signature(model.graph.input)} -> {signature(model.graph.output)}")

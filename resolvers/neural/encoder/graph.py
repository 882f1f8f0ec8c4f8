"""The computation of an encoder as an ONNX graph: attention and a product of two layers, each normalised after it.

Products are of whole numbers, which a processor multiplies three times as fast as floats: weights in seven bits by row,
so that no sum of two products overflows on any processor, states in eight bits by piece.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

from anaphora_workbench.resolvers.neural.encoder.quantisation import restored
from anaphora_workbench.resolvers.neural.encoder.shape import Shape

_OPSETS = (("", 20), ("com.microsoft", 1))
_IR_VERSION = 10
_LARGEST_WEIGHT, _LARGEST_STATE, _MIDDLE = 63, 127, 128


class Graph:
    """The graph of an encoder, with products of whole numbers.

    Args:
        tensors: by name; ``NAME.values`` and ``NAME.scales`` are a matrix in four bits.
    """

    def __init__(self, shape: Shape, tensors: Mapping[str, NDArray[Any]]) -> None:
        self._shape, self._tensors = shape, tensors
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []

    def of(self, layers: Sequence[int]) -> bytes:
        """The graph from embedded pieces, (1, pieces, width), to the states after some layers."""
        shape = self._shape
        self._constant("unit", np.float32(1))
        self._constant("middle", np.uint8(_MIDDLE))
        self._constant("step", np.float32(1 / _LARGEST_STATE))
        self._constant("least", np.float32(1e-9))
        self._constant("last axis", np.array([-1]))
        state = self._normalised("embedded.norm", "embedded")
        outputs = []
        for number in range(max(layers)):
            state = self._layer(f"layer.{number}", state)
            if number + 1 in layers:
                outputs.append(state)
        inputs = [_value("embedded", shape.width)]
        if shape.buckets:
            bias = helper.make_tensor_value_info("bias", TensorProto.FLOAT, [1, shape.heads, "pieces", "pieces"])
            inputs.append(bias)
        results = [_value(name, shape.width) for name in outputs]
        made = helper.make_graph(self._nodes, "encoder", inputs, results, self._constants)
        opsets = [helper.make_opsetid(*opset) for opset in _OPSETS]
        content: bytes = helper.make_model(made, opset_imports=opsets, ir_version=_IR_VERSION).SerializeToString()
        return content

    def _layer(self, name: str, state: str) -> str:
        whole = self._whole(state)
        query, key, value = (self._product(f"{name}.{part}", whole) for part in ("query", "key", "value"))
        bias = ["", "", "bias"] if self._shape.buckets else []
        mixed = self._node(
            "MultiHeadAttention", [query, key, value, *bias], f"{name}.mixed", num_heads=self._shape.heads
        )
        output = self._product(f"{name}.output", self._whole(mixed))
        attended = self._normalised(f"{name}.attended", self._node("Add", [output, state], f"{name}.first"))
        wide = self._node("Gelu", [self._product(f"{name}.wide", self._whole(attended))], f"{name}.gelu")
        narrow = self._product(f"{name}.narrow", self._whole(wide))
        return self._normalised(f"{name}.transformed", self._node("Add", [narrow, attended], f"{name}.second"))

    def _whole(self, given: str) -> tuple[str, str]:
        """States as whole numbers, and the step of each piece."""
        size = self._node("Abs", [given], f"{given}.size")
        largest = self._node("ReduceMax", [size, "last axis"], f"{given}.largest", keepdims=1)
        steps = self._node(
            "Mul", [self._node("Max", [largest, "least"], f"{given}.positive"), "step"], f"{given}.steps"
        )
        divided = self._node("Div", [given, steps], f"{given}.divided")
        return self._node("QuantizeLinear", [divided, "unit", "middle"], f"{given}.whole"), steps

    def _product(self, name: str, given: tuple[str, str]) -> str:
        whole, steps = given
        weights = restored(self._tensors[f"{name}.values"], self._tensors[f"{name}.scales"])
        scales = np.maximum(np.abs(weights).max(axis=1), np.float32(1e-12)) / np.float32(_LARGEST_WEIGHT)
        rows = self._constant(f"{name}.rows", np.rint(weights / scales[:, None]).astype(np.int8).T)
        inputs = [whole, rows, "unit", self._constant(f"{name}.scales", scales), "middle"]
        product = self._node("MatMulIntegerToFloat", inputs, f"{name}.product")
        scaled = self._node("Mul", [product, steps], f"{name}.scaled")
        return self._node("Add", [scaled, self._floats(f"{name}.bias")], f"{name}.sum")

    def _normalised(self, name: str, given: str) -> str:
        inputs = [given, self._floats(f"{name}.weight"), self._floats(f"{name}.bias")]
        return self._node("LayerNormalization", inputs, f"{name}.out", epsilon=self._shape.epsilon, axis=-1)

    def _floats(self, name: str) -> str:
        return self._constant(name, self._tensors[name].astype(np.float32))

    def _constant(self, name: str, value: Any) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value).reshape(np.shape(value)), name))
        return name

    def _node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        domain = "com.microsoft" if kind in ("MultiHeadAttention", "MatMulIntegerToFloat") else ""
        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output


def _value(name: str, width: int) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "pieces", width])

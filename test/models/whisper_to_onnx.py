"""Converts a Whisper model from CTranslate2's format to the one that sherpa-onnx reads, without torch.

usage: whisper_to_onnx.py MODEL_FOLDER TARGET_FOLDER NAME

Writes NAME-encoder.int8.onnx, NAME-decoder.int8.onnx and NAME-tokens.txt. The inputs, outputs and metadata of both
graphs are those of sherpa-onnx's own export (scripts/whisper/export-onnx.py in k2-fsa/sherpa-onnx).
"""

import base64
import json
import struct
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

HEAD_SIZE = 64
AUDIO_POSITIONS = 1500


class Weights:
    """The arrays of a model.bin of CTranslate2 (binary version 6), by name, as 32-bit floats."""

    KINDS = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}

    def __init__(self, path):
        self.bytes, self.at, self.arrays = path.read_bytes(), 0, {}
        version = self.number("I")
        if version != 6:
            raise SystemExit(f"{path} has the binary version {version}; only version 6 is known here")
        self.name(), self.number("I")
        for _ in range(self.number("I")):
            name = self.name()
            shape = [self.number("I") for _ in range(self.number("B"))]
            kind, size = self.KINDS[self.number("B")], self.number("I")
            if kind is np.int8 and len(shape) == 2:
                raise SystemExit(f"{path} is quantized to 8 bits; only weights of 16 or 32 bits are known here")
            self.arrays[name] = np.frombuffer(self.take(size), kind).reshape(shape).astype(np.float32)
        for _ in range(self.number("I")):
            alias = self.name()
            self.arrays[alias] = self.arrays[self.name()]

    def take(self, size):
        self.at += size
        return self.bytes[self.at - size : self.at]

    def number(self, form):
        return struct.unpack(f"<{form}", self.take(struct.calcsize(f"<{form}")))[0]

    def name(self):
        return self.take(self.number("H")).rstrip(b"\0").decode()

    def __getitem__(self, name):
        return self.arrays[name]

    def layers(self, half):
        return sum(name.startswith(f"{half}/layer_") and name.endswith("/ffn/linear_0/bias") for name in self.arrays)


class Network:
    """An ONNX graph in the making. What is given to an operator that is no name of a value becomes a constant."""

    def __init__(self, weights, width):
        self.weights, self.width, self.steps, self.constants = weights, width, [], {}

    def value(self, given):
        if isinstance(given, str):
            return given
        array = np.ascontiguousarray(given, np.int64 if np.asarray(given).dtype.kind == "i" else np.float32)
        array = array.reshape(np.shape(given))
        name = f"constant_{len(self.constants)}"
        self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def __call__(self, operator, *inputs, into=None, **attributes):
        into = into or f"value_{len(self.steps)}"
        self.steps.append(helper.make_node(operator, [self.value(each) for each in inputs], [into], **attributes))
        return into

    def span(self, value, begin, end, axis):
        return self("Slice", value, begin, end, [axis])

    def affine(self, value, place, part=slice(None)):
        product = self("MatMul", value, self.weights[f"{place}/weight"][part].T)
        return self("Add", product, self.weights[f"{place}/bias"][part])

    def thirds(self, value, place, parts):
        """The projections that CTranslate2 keeps in one matrix, one after the other."""
        return [self.affine(value, place, slice(n * self.width, (n + 1) * self.width)) for n in range(parts)]

    def normalized(self, value, place):
        gamma, beta = self.weights[f"{place}/layer_norm/gamma"], self.weights[f"{place}/layer_norm/beta"]
        return self("LayerNormalization", value, gamma, beta, axis=-1, epsilon=1e-5)

    def gelu(self, value):
        halves = self("Add", self("Erf", self("Mul", value, np.sqrt(0.5))), 1.0)
        return self("Mul", self("Mul", value, halves), 0.5)

    def by_head(self, value):
        apart = self("Reshape", value, [0, 0, self.width // HEAD_SIZE, HEAD_SIZE])
        return self("Transpose", apart, perm=[0, 2, 1, 3])

    def attention(self, queries, keys, values, mask=None):
        turned = self("Transpose", self.by_head(keys), perm=[0, 1, 3, 2])
        scores = self("Mul", self("MatMul", self.by_head(queries), turned), HEAD_SIZE**-0.5)
        scores = scores if mask is None else self("Add", scores, mask)
        mixed = self("MatMul", self("Softmax", scores, axis=-1), self.by_head(values))
        return self("Reshape", self("Transpose", mixed, perm=[0, 2, 1, 3]), [0, 0, self.width])

    def feed_forward(self, value, place):
        inner = self.gelu(self.affine(self.normalized(value, place), f"{place}/linear_0"))
        return self("Add", value, self.affine(inner, f"{place}/linear_1"))

    def stacked(self, values, into):
        return self("Concat", *[self("Unsqueeze", value, [0]) for value in values], into=into, axis=0)

    def write(self, path, inputs, outputs, metadata):
        kinds = {"tokens": TensorProto.INT64, "offset": TensorProto.INT64}
        declared = [
            [helper.make_tensor_value_info(n, kinds.get(n, TensorProto.FLOAT), shape) for n, shape in each.items()]
            for each in (inputs, outputs)
        ]
        graph = helper.make_graph(self.steps, "whisper", *declared, list(self.constants.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        helper.set_model_props(model, {name: str(value) for name, value in metadata.items()})
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder, "whole.onnx")
            onnx.save(model, whole)
            quantize_dynamic(whole, path, op_types_to_quantize=["MatMul"], weight_type=QuantType.QInt8)


def write_encoder(path, weights, width, metadata):
    net = Network(weights, width)
    value = "mel"
    for place, stride in (("encoder/conv1", 1), ("encoder/conv2", 2)):
        kernel, bias = weights[f"{place}/weight"], weights[f"{place}/bias"]
        value = net.gelu(net("Conv", value, kernel, bias, strides=[stride], pads=[1, 1]))
    value = net("Transpose", value, perm=[0, 2, 1])
    # Sound of less than half a minute has fewer positions.
    length = net.span(net("Shape", value), [1], [2], 0)
    value = net("Add", value, net.span(weights["encoder/position_encodings/encodings"], [0], length, 0))
    for layer in range(weights.layers("encoder")):
        place = f"encoder/layer_{layer}/self_attention"
        mixed = net.attention(*net.thirds(net.normalized(value, place), f"{place}/linear_0", 3))
        value = net("Add", value, net.affine(mixed, f"{place}/linear_1"))
        value = net.feed_forward(value, f"encoder/layer_{layer}/ffn")
    value = net.normalized(value, "encoder")
    layers = range(weights.layers("decoder"))
    pairs = [net.thirds(value, f"decoder/layer_{layer}/attention/linear_1", 2) for layer in layers]
    shape = [len(pairs), "batch", "positions", width]
    names = ["n_layer_cross_k", "n_layer_cross_v"]
    for name, values in zip(names, zip(*pairs)):
        net.stacked(values, into=name)
    net.write(path, {"mel": ["batch", metadata["n_mels"], "frames"]}, dict.fromkeys(names, shape), metadata)


def write_decoder(path, weights, width):
    net = Network(weights, width)
    embeddings, positions = weights["decoder/embeddings/weight"], weights["decoder/position_encodings/encodings"]
    context, layers = len(positions), weights.layers("decoder")
    end = net("Add", "offset", net.span(net("Shape", "tokens"), [1], [2], 0))
    value = net("Add", net("Gather", embeddings, "tokens"), net.span(positions, "offset", end, 0))
    # A token sees itself and those before it: a row of this for each new token, a column for each up to the last.
    later = np.triu(np.full((context, context), -1e9), k=1)
    mask = net.span(net.span(later, "offset", end, 0), [0], end, 1)
    caches = {"k": [], "v": []}
    for layer in range(layers):
        place = f"decoder/layer_{layer}/self_attention"
        queries, *new = net.thirds(net.normalized(value, place), f"{place}/linear_0", 3)
        seen = []
        for letter, fresh in zip("kv", new):
            cache = net("Gather", f"in_n_layer_self_{letter}_cache", np.int64(layer), axis=0)
            kept, rest = net.span(cache, [0], "offset", 1), net.span(cache, end, [context], 1)
            caches[letter].append(net("Concat", kept, fresh, rest, axis=1))
            seen.append(net.span(caches[letter][-1], [0], end, 1))
        value = net("Add", value, net.affine(net.attention(queries, *seen, mask), f"{place}/linear_1"))
        place = f"decoder/layer_{layer}/attention"
        queries = net.affine(net.normalized(value, place), f"{place}/linear_0")
        heard = [net("Gather", f"n_layer_cross_{letter}", np.int64(layer), axis=0) for letter in "kv"]
        value = net("Add", value, net.affine(net.attention(queries, *heard), f"{place}/linear_2"))
        value = net.feed_forward(value, f"decoder/layer_{layer}/ffn")
    net("MatMul", net.normalized(value, "decoder"), embeddings.T, into="logits")
    for letter, values in caches.items():
        net.stacked(values, into=f"out_n_layer_self_{letter}_cache")
    cache, cross = [layers, "batch", context, width], [layers, "batch", "positions", width]
    inputs = {
        **{"tokens": ["batch", "length"], "in_n_layer_self_k_cache": cache, "in_n_layer_self_v_cache": cache},
        **{"n_layer_cross_k": cross, "n_layer_cross_v": cross, "offset": [1]},
    }
    outputs = {f"out_n_layer_self_{letter}_cache": cache for letter in "kv"}
    net.write(path, inputs, {"logits": ["batch", "length", len(embeddings)], **outputs}, {})


def byte_of_each_sign():
    """GPT-2 writes a byte that is no visible sign as a sign from U+0100 on."""
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return {chr(byte): byte for byte in visible} | {chr(256 + n): byte for n, byte in enumerate(hidden)}


def metadata_of(name, weights, tokens, config):
    width, (context, _) = len(weights["encoder/layer_norm/gamma"]), weights["decoder/position_encodings/encodings"].shape
    number = {token: n for n, token in enumerate(tokens)}
    special = lambda token: number[f"<|{token}|>"]
    multilingual = len(tokens) > 51864
    languages = {token[2:-2]: n for token, n in number.items() if n in config.get("lang_ids", [])}
    start = [special("startoftranscript"), *([special("en"), special("transcribe")] if multilingual else [])]
    sizes = {
        **{"n_audio_ctx": AUDIO_POSITIONS, "n_audio_state": width, "n_audio_head": width // HEAD_SIZE},
        **{"n_audio_layer": weights.layers("encoder"), "n_vocab": len(tokens), "n_text_ctx": context},
        **{"n_text_state": width, "n_text_head": width // HEAD_SIZE, "n_text_layer": weights.layers("decoder")},
        "n_mels": weights["encoder/conv1/weight"].shape[1],
    }
    listed = {
        "sot_sequence": start,
        "all_language_tokens": languages.values(),
        "all_language_codes": languages,
        "non_speech_tokens": config["suppress_ids"],
    }
    singles = {
        **{"sot": special("startoftranscript"), "sot_prev": special("startofprev"), "sot_lm": special("startoflm")},
        **{"eot": special("endoftext"), "no_timestamps": special("notimestamps"), "sot_index": 0, "blank_id": 220},
        **{"transcribe": special("transcribe"), "translate": special("translate")},
        "no_speech": number.get("<|nospeech|>", number.get("<|nocaptions|>")),
    }
    about = {"model_type": f"whisper-{name}", "version": 1, "is_multilingual": int(multilingual)}
    return about | sizes | singles | {key: ",".join(map(str, values)) for key, values in listed.items()}


def main(source, target, name):
    source, target = Path(source), Path(target)
    target.mkdir(parents=True, exist_ok=True)
    weights = Weights(source / "model.bin")
    tokens = (source / "vocabulary.txt").read_text("utf8").removesuffix("\n").split("\n")
    metadata = metadata_of(name, weights, tokens, json.loads((source / "config.json").read_text()))
    width = metadata["n_text_state"]
    write_encoder(target / f"{name}-encoder.int8.onnx", weights, width, metadata)
    write_decoder(target / f"{name}-decoder.int8.onnx", weights, width)
    signs = byte_of_each_sign()
    with open(target / f"{name}-tokens.txt", "w") as file:
        for n, token in enumerate(tokens[: metadata["eot"]]):
            file.write(f"{base64.b64encode(bytes(signs[sign] for sign in token)).decode()} {n}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

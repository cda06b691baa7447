"""The weights in an ONNX file, to go on learning from."""
import numpy as np


def parts(message):
    """The fields of a protobuf message: number and value."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value
    while at < len(message):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
            continue
        size = {1: 8, 5: 4}.get(key & 7) or number()
        yield key >> 3, message[at:at + size]
        at += size


def written_weights(path):
    """The weights of an ONNX file, in the order of its nodes."""
    graph = next(v for k, v in parts(open(path, "rb").read()) if k == 7)
    tensors, names = {}, []
    for kind, part in parts(graph):
        if kind == 1:
            names += [v for k, v in parts(part) if k == 1]
        elif kind == 5:
            tensor = list(parts(part))
            shape = [v for k, v in tensor if k == 1]
            tensors[dict(tensor)[8]] = np.frombuffer(dict(tensor)[9], np.float32).reshape(shape)
    return [tensors[name] for name in names if name in tensors]

"""Solves the puzzles in a picture or a puzzle file and prints what became of
each:

    python3 solve.py screenshot.png
"""

import ctypes
import json
import sys

lib = ctypes.CDLL("libsolveglass.so.0")
lib.solveglass_new.restype = ctypes.c_void_p
lib.solveglass_free.argtypes = [ctypes.c_void_p]
lib.solveglass_problem.argtypes = [ctypes.c_void_p]
lib.solveglass_problem.restype = ctypes.c_char_p
lib.solveglass_free_json.argtypes = [ctypes.c_void_p]
lib.solveglass_solve.argtypes = [
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_double,
    ctypes.POINTER(ctypes.c_void_p),
]

with open(sys.argv[1], "rb") as file:
    data = file.read()
glass = lib.solveglass_new()
text = ctypes.c_void_p()
status = lib.solveglass_solve(glass, data, len(data), 10, ctypes.byref(text))
if text:
    for puzzle in json.loads(ctypes.string_at(text))["puzzles"]:
        print(puzzle["family"], puzzle["verdict"], puzzle.get("solution"))
problem = lib.solveglass_problem(glass).decode()
if problem:
    print(f"{sys.argv[1]}: {problem}", file=sys.stderr)
lib.solveglass_free_json(text)
lib.solveglass_free(glass)
sys.exit(status)

"""Runs a model of XGBoost's: run_xgboost.py MODEL ROWS COLUMNS OUT. ROWS and OUT are raw floats; OUT has the margins.

Exit code 3 without NumPy or XGBoost's library.
"""
import ctypes
import sys

try:
    import numpy

    library = ctypes.CDLL("libxgboost.so.0")
except (ImportError, OSError):
    sys.exit(3)


def call(function, *arguments):
    if function(*arguments) != 0:
        library.XGBGetLastError.restype = ctypes.c_char_p
        sys.exit(library.XGBGetLastError().decode())


model, rows, columns, out = sys.argv[1:]
values = numpy.fromfile(rows, numpy.float32).reshape(-1, int(columns))
booster, matrix = ctypes.c_void_p(), ctypes.c_void_p()
call(library.XGBoosterCreate, None, ctypes.c_ulong(0), ctypes.byref(booster))
call(library.XGBoosterLoadModel, booster, model.encode())
data = values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
call(library.XGDMatrixCreateFromMat, data, ctypes.c_ulong(values.shape[0]), ctypes.c_ulong(values.shape[1]),
     ctypes.c_float(numpy.nan), ctypes.byref(matrix))
count, margins = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_float)()
call(library.XGBoosterPredict, booster, matrix, 1, 0, 0, ctypes.byref(count), ctypes.byref(margins))
numpy.ctypeslib.as_array(margins, (count.value,)).tofile(out)

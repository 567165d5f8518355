# Finds Python and pybind11: the system's Python, unless another is named. numpy and the other packages that tests use are its.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
set(PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
find_package(pybind11 2.10 REQUIRED CONFIG)

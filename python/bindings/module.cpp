#include "module.hpp"

PYBIND11_MODULE(_native, module) {
  using namespace ocelli::internal::python;
  module.doc() = "The compiled part of Ocelli; use the package ocelli, which wraps it.";
  module.attr("__version__") = OCELLI_VERSION;
  add_errors(module);
  add_options(module);
  add_images(module);
  add_conversion(module);
  add_records(module);
  add_blurring(module);
  add_detector(module);
  add_classifier(module);
  add_reader(module);
  add_opencv_cascade(module);
  add_training(module);
  add_evaluation(module);
}

#pragma once

/// Ocelli's complete C++ API, except `ocelli/opencv.hpp`, which needs OpenCV's headers. Training is in a
/// separate library (CMake component `training`).
#include "ocelli/blur.hpp"
#include "ocelli/classifier.hpp"
#include "ocelli/convert.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/edit.hpp"
#include "ocelli/error.hpp"
#include "ocelli/evaluate.hpp"
#include "ocelli/explain.hpp"
#include "ocelli/image.hpp"
#include "ocelli/model.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"
#include "ocelli/page.hpp"
#include "ocelli/reader.hpp"
#include "ocelli/run.hpp"
#include "ocelli/train_classifier.hpp"
#include "ocelli/train_detector.hpp"
#include "ocelli/train_reader.hpp"
#include "ocelli/version.hpp"

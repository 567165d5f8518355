#include "confusion_json.hpp"

#include <cstddef>
#include <utility>

namespace ocelli::internal::app {

nlohmann::ordered_json confusion_json(const ConfusionMatrix& confusion) {
  using Json = nlohmann::ordered_json;
  Json matrix = Json::array();
  for (std::size_t truth = 0; truth < confusion.classes().size(); ++truth) {
    Json row = Json::array();
    for (std::size_t label = 0; label < confusion.classes().size(); ++label)
      row.push_back(confusion.count(truth, label));
    matrix.push_back(std::move(row));
  }
  return matrix;
}

}  // namespace ocelli::internal::app

#include "reading_job.hpp"

#include "model_path.hpp"
#include "ocelli/text/reader_model.hpp"

namespace ocelli::app {

Reader load_reader_for(const ReadingJob& job, const std::string& model) {
  Reader reader = load_reader(model.empty() ? shipped_model("latin.ocelli").string() : model).reader;
  if (job.language_model) return reader;
  ReadingWeights weights = reader.weights();
  weights.language = 0;
  weights.word = 0;
  return reader.weighing(weights);
}

}  // namespace ocelli::app

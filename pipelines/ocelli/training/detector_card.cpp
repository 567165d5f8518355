#include "ocelli/training/detector_card.hpp"

#include <cstdio>

#include "ocelli/core/option_table.hpp"

namespace ocelli::internal {
namespace {

DataSet card_entry(const TrainingImages& set, const char* role) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "pixels:%016llx",
                static_cast<unsigned long long>(set.fingerprint));
  return {set.name, role, set.images.size(), set.objects(), checksum};
}

}  // namespace

ModelCard training_card(const DetectorMaterial& material) {
  const DetectorTraining& job = material.job;
  ModelCard card;
  card.trained_by = "ocelli " OCELLI_VERSION;
  for (const TrainingImages& set : material.positive_sets) card.data.push_back(card_entry(set, "positives"));
  for (const TrainingImages& set : material.negative_sets) card.data.push_back(card_entry(set, "negatives"));
  card.options = listed(job);
  for (const std::string& name : job.classes) card.options.emplace_back("class", name);
  card.seed = job.trainer.seed;
  return card;
}

}  // namespace ocelli::internal

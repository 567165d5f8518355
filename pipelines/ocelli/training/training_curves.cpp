#include "ocelli/training/training_curves.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <sstream>
#include <utility>

namespace ocelli::internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();  ///< breaks a curve

std::uint64_t number(const Json& event, const char* name) {
  const auto found = event.find(name);
  return found != event.end() && found->is_number_integer() ? found->get<std::uint64_t>() : 0;
}

/// Values that are not finite are not in a log either.
double figure(const Json& event, const char* name) {
  const auto found = event.find(name);
  if (found == event.end() || !found->is_number()) return kNothing;
  const double value = found->get<double>();
  return std::isfinite(value) ? value : kNothing;
}

template <class Events>
Series round_series(const std::string& name, const Events& rounds, const char* of) {
  Series series{name, {}};
  double x = 0;
  for (const auto& [place, event] : rounds) {
    ++x;
    if (place.second == 1) series.points.push_back({x, kNothing});
    series.points.push_back({x, figure(event, of)});
  }
  return series;
}

template <class Events>
Series stage_series(const std::string& name, const Events& stages,
                    const std::function<double(const Json&)>& value) {
  Series series{name, {}};
  for (const auto& [place, event] : stages) {
    series.points.push_back({static_cast<double>(place.first), value(event)});
  }
  return series;
}

}  // namespace

TrainingCurves::TrainingCurves(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) add(Json::parse(line, nullptr, false));
}

void TrainingCurves::add(Json event) {
  if (!event.is_object()) return;
  const Json kind = event.value("event", Json());
  if (kind != "round" && kind != "stage") return;
  const std::pair place(number(event, "stage"), number(event, "round"));
  (kind == "round" ? rounds_ : stages_).insert_or_assign(place, std::move(event));
}

std::vector<StageFigures> TrainingCurves::stage_figures() const {
  std::vector<StageFigures> figures;
  for (const auto& [place, event] : stages_)
    figures.push_back(
        {number(event, "weak"), figure(event, "false_alarm"), figure(event, "cascade_false_alarm")});
  return figures;
}

LineChart TrainingCurves::rounds() const {
  return {.title = "Round by round",
          .x = {.label = "rounds, all stages"},
          .y = {.label = "share", .scale = Scale::logarithmic},
          .series = {round_series("loss", rounds_, "loss"),
                     round_series("false alarms, training", rounds_, "error"),
                     round_series("false alarms, held out", rounds_, "false_alarm")}};
}

LineChart TrainingCurves::stages() const {
  return {.title = "Stage by stage",
          .x = {.label = "stage"},
          .y = {.label = "share", .scale = Scale::logarithmic},
          .series = {stage_series("false alarms", stages_,
                                  [](const Json& event) { return figure(event, "cascade_false_alarm"); }),
                     stage_series("objects missed", stages_,
                                  [](const Json& event) { return 1 - figure(event, "detection"); })}};
}

}  // namespace ocelli::internal

#include "ocelli/training/training_curves.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace ocelli {
namespace {

using Json = nlohmann::json;
using Events = std::map<std::pair<std::uint64_t, std::uint64_t>, Json>;  // by stage and round

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();  ///< breaks a curve

std::uint64_t number(const Json& event, const char* name) {
  const auto found = event.find(name);
  return found != event.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

double figure(const Json& event, const char* name) {
  const auto found = event.find(name);
  return found != event.end() && found->is_number() ? found->get<double>() : kNothing;
}

Events events_of(const std::string& log, const std::string& kind) {
  Events events;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    Json event = Json::parse(line, nullptr, false);
    if (!event.is_object() || event.value("event", Json()) != kind) continue;
    const std::pair place(number(event, "stage"), number(event, "round"));
    events.insert_or_assign(place, std::move(event));
  }
  return events;
}

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

Series stage_series(const std::string& name, const Events& stages,
                    const std::function<double(const Json&)>& value) {
  Series series{name, {}};
  for (const auto& [place, event] : stages) {
    series.points.push_back({static_cast<double>(place.first), value(event)});
  }
  return series;
}

}  // namespace

LineChart round_chart(const std::string& log) {
  const Events rounds = events_of(log, "round");
  return {.title = "Round by round",
          .x = {.label = "rounds, all stages"},
          .y = {.label = "share", .scale = Scale::logarithmic},
          .series = {round_series("loss", rounds, "loss"),
                     round_series("false alarms, learned from", rounds, "error"),
                     round_series("false alarms, not learned from", rounds, "false_alarm")}};
}

LineChart stage_chart(const std::string& log) {
  const Events stages = events_of(log, "stage");
  return {.title = "Stage by stage",
          .x = {.label = "stage"},
          .y = {.label = "share", .scale = Scale::logarithmic},
          .series = {stage_series("false alarms", stages,
                                  [](const Json& event) { return figure(event, "cascade_false_alarm"); }),
                     stage_series("objects missed", stages,
                                  [](const Json& event) { return 1 - figure(event, "detection"); })}};
}

}  // namespace ocelli

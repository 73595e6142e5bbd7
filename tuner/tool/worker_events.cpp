#include "tuner/tool/worker_events.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace cuda_tune {

namespace event {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CellBegun, operation, type, elements, configurations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Trying, configuration)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Progress, measured, bestUs, best)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CellEnded, bestUs, best, failed, cutShort)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Note, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Failed, message, exitStatus)

} // namespace event

namespace {

template <std::size_t kIndex = 0> WorkerEvent read(std::size_t index, const nlohmann::json& body) {
  if constexpr (kIndex == std::variant_size_v<WorkerEvent>) {
    throw std::invalid_argument("an event of no known kind");
  } else {
    if (index == kIndex)
      return body.get<std::variant_alternative_t<kIndex, WorkerEvent>>();
    return read<kIndex + 1>(index, body);
  }
}

} // namespace

std::string toLine(const WorkerEvent& event) {
  const nlohmann::json body = std::visit([](const auto& one) { return nlohmann::json(one); }, event);
  return nlohmann::json::array({event.index(), body})
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

WorkerEvent parseLine(const std::string& line) {
  try {
    const nlohmann::json json = nlohmann::json::parse(line);
    const WorkerEvent event = read(json.at(0), json.at(1));
    // The library takes 1.5 for 1 and passes over members that it does not know.
    if (toLine(event) != line)
      throw std::invalid_argument("no event of a tuning process: " + line);
    return event;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(std::string("no event of a tuning process: ") + error.what());
  }
}

} // namespace cuda_tune

#include "tuner/tool/run_progress.h"

#include "tuner/tool/element_count.h"
#include "tuner/tool/row_report.h"

#include <algorithm>

namespace cuda_tune {

RunProgress::RunProgress(std::ostream& out, std::vector<std::size_t> devices, std::vector<std::size_t> cells,
                         std::optional<std::chrono::nanoseconds> budget, bool live)
    : out_(out), jobs_(devices.size()), budget_(budget), live_(live) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    jobs_[i].device = devices[i];
    jobs_[i].cells = cells[i];
  }
}

void RunProgress::line(const std::string& text) {
  out_ << (live_ ? "\r\033[K" : "") << text << "\n";
  redraw();
}

std::string RunProgress::timeLeft() const {
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  std::size_t cells = 0, done = 0;
  for (const JobState& job : jobs_) {
    cells += job.cells;
    done += job.done;
  }
  std::chrono::nanoseconds left(0);
  if (budget_)
    left = std::max<std::chrono::nanoseconds>(*budget_ - elapsed, left);
  else if (done == 0)
    return "";
  else
    left = elapsed * (cells - done) / done;
  return ", about " + std::to_string(std::chrono::ceil<std::chrono::seconds>(left).count()) + " s left";
}

void RunProgress::redraw() {
  if (!live_)
    return;
  std::string text;
  for (const JobState& job : jobs_) {
    if (job.cell.empty())
      continue;
    text += (text.empty() ? "" : " | ") + ("device " + std::to_string(job.device)) + ": " +
            std::to_string(job.done) + "/" + std::to_string(job.cells) + " " + job.cell + ", " +
            std::to_string(job.progress.measured) + " measurements of " + std::to_string(job.configurations) +
            " configurations";
    if (job.progress.bestUs > 0)
      text += ", best " + formatNumber(job.progress.bestUs) + " us";
  }
  out_ << "\r\033[K" << text << timeLeft() << std::flush;
}

void RunProgress::tell(std::size_t index, const WorkerEvent& event) {
  JobState& job = jobs_.at(index);
  if (const auto* begun = std::get_if<event::CellBegun>(&event)) {
    job.cell = begun->operation + " " + begun->type + " n=" + formatElements(begun->elements);
    job.configurations = begun->configurations;
    job.progress = {};
    redraw();
  } else if (const auto* progress = std::get_if<event::Progress>(&event)) {
    job.progress = *progress;
    redraw();
  } else if (const auto* ended = std::get_if<event::CellEnded>(&event)) {
    ++job.done;
    const std::string place = job.cell + " on device " + std::to_string(job.device);
    const std::string failed =
        ended->failed ? " (" + std::to_string(ended->failed) + " configurations failed: cuda-tune list)" : "";
    const std::string cut = ended->cutShort ? "; the budget ended before the search: run again to go on" : "";
    if (ended->bestUs > 0) {
      line(place + ": " + formatNumber(ended->bestUs) + " us" + failed + cut);
    } else if (ended->cutShort) {
      line(place + ": nothing was measured" + failed + cut);
    } else {
      hopeless_.push_back(place);
      line(place + ": nothing correct was found" + failed);
    }
  } else if (const auto* note = std::get_if<event::Note>(&event)) {
    line("note: " + note->text);
  }
}

void RunProgress::end() {
  if (live_)
    out_ << "\r\033[K" << std::flush;
}

} // namespace cuda_tune

#include "analyzer/report/finding.h"

namespace cuda_lint {

const char* toString(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "";
}

const char* toString(Confidence confidence) {
  switch (confidence) {
  case Confidence::Exact:
    return "exact";
  case Confidence::Bounded:
    return "bounded";
  case Confidence::Possible:
    return "possible";
  }
  return "";
}

} // namespace cuda_lint

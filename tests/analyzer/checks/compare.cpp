#include "expectation.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <optional>

namespace cuda_lint {
namespace {

using llvm::json::Object;

std::string text(const Object& object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

std::string absolutePath(llvm::StringRef file) {
  llvm::SmallString<128> path(file);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

/// `ns::sum<int>(float*)` -> `sum`.
llvm::StringRef baseName(llvm::StringRef kernel) {
  kernel = kernel.take_until([](char c) { return c == '<' || c == '('; });
  const size_t colon = kernel.rfind(':');
  return colon == llvm::StringRef::npos ? kernel : kernel.drop_front(colon + 1);
}

std::optional<double> toNumber(llvm::StringRef word) {
  double number;
  return word.getAsDouble(number) ? std::nullopt : std::optional(number);
}

bool related(double left, Predicate::Relation relation, double right) {
  // Counts are far below 2^53, so products of a count with the parts of a fraction are exact.
  switch (relation) {
  case Predicate::Relation::Equal:
    return left == right;
  case Predicate::Relation::AtLeast:
    return left >= right;
  case Predicate::Relation::AtMost:
    return left <= right;
  }
  return false;
}

/// A finding of the run and how many of its check stand on its line.
struct Found {
  const Object* finding = nullptr;
  unsigned count = 0;
  bool expected = false;
};

bool holds(const Predicate& predicate, const Found& found) {
  if (predicate.metric == "kernel")
    return baseName(text(*found.finding, "kernel")) == predicate.value;
  if (predicate.metric == "confidence")
    return text(*found.finding, "confidence") == predicate.value;
  if (predicate.metric == "launch") {
    const Object* launch = found.finding->getObject("launch");
    return launch && text(*launch, "source") == predicate.value;
  }
  const Object* metrics = found.finding->getObject("metrics");
  auto metric = [&](llvm::StringRef name) -> std::optional<double> {
    if (name.empty())
      return 1;
    if (name == "count")
      return found.count;
    return metrics ? metrics->getNumber(name) : std::nullopt;
  };
  auto [numerator, denominator] = llvm::StringRef(predicate.metric).split('/');
  auto [above, below] = llvm::StringRef(predicate.value).split('/');
  const auto a = metric(numerator), b = metric(denominator), c = toNumber(above),
             d = below.empty() ? std::optional(1.0) : toNumber(below);
  return a && b && c && d && related(*a * *d, predicate.relation, *c * *b);
}

std::string describe(const Object& finding) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  stream << text(finding, "severity") << " of " << text(finding, "check") << " in " << text(finding, "kernel")
         << ": " << text(finding, "message");
  if (const llvm::json::Value* metrics = finding.get("metrics"))
    stream << ' ' << *metrics;
  return out;
}

std::string place(const std::string& file, unsigned line) {
  return llvm::sys::path::filename(file).str() + ":" + std::to_string(line) + ": ";
}

using Key = std::tuple<std::string, unsigned, std::string>;

class Comparison {
public:
  Comparison(const Expectations& expected, const Object& run) : expected(expected), run(run) {}

  std::vector<std::string> problems() {
    collect();
    for (const ExpectedFinding& finding : expected.findings)
      meet(finding);
    for (const auto& [key, findings] : found)
      for (const Found& one : findings)
        if (!one.expected && (expected.noNotes || text(*one.finding, "severity") != "note"))
          result.push_back(place(std::get<0>(key), std::get<1>(key)) +
                           "not expected: " + describe(*one.finding));
    compareDeclines();
    if (const Object* files = run.getObject("files"))
      if (const llvm::json::Array* failed = files->getArray("failed"))
        for (const llvm::json::Value& value : *failed)
          if (const Object* file = value.getAsObject())
            result.push_back("could not be analyzed: " + text(*file, "error"));
    return std::move(result);
  }

private:
  void collect() {
    const llvm::json::Array* findings = run.getArray("findings");
    if (!findings) {
      result.push_back("the output has no array 'findings'");
      return;
    }
    for (const llvm::json::Value& value : *findings) {
      const Object* finding = value.getAsObject();
      if (!finding) {
        result.push_back("a finding is no object");
        continue;
      }
      auto& onLine =
          found[{absolutePath(text(*finding, "file")),
                 static_cast<unsigned>(finding->getInteger("line").value_or(0)), text(*finding, "check")}];
      onLine.push_back({finding});
    }
    for (auto& [key, onLine] : found)
      for (Found& one : onLine)
        one.count = onLine.size();
  }

  void meet(const ExpectedFinding& wanted) {
    auto it = found.find({wanted.file, wanted.line, wanted.check});
    if (wanted.kind == ExpectedFinding::Kind::Allowed) {
      if (it != found.end())
        for (Found& one : it->second)
          one.expected = true;
      return;
    }
    const char* severity = wanted.kind == ExpectedFinding::Kind::Warning ? "warning" : "note";
    bool met = false;
    std::string near;
    if (it != found.end()) {
      for (Found& one : it->second) {
        if (text(*one.finding, "severity") == severity) {
          // Further findings on the line are of the same defect: loads and stores of one expression.
          one.expected = true;
          met |= matches(wanted, one);
        }
        near += "\n    there is " + describe(*one.finding);
      }
    }
    if (!met)
      result.push_back(place(wanted.file, wanted.line) + "missing " + severity + " of " + wanted.check +
                       predicates(wanted) + near);
  }

  static bool matches(const ExpectedFinding& wanted, const Found& one) {
    for (const Predicate& predicate : wanted.predicates)
      if (!holds(predicate, one))
        return false;
    const std::string message = text(*one.finding, "message");
    for (const std::string& part : wanted.messageParts)
      if (message.find(part) == std::string::npos)
        return false;
    return true;
  }

  static std::string predicates(const ExpectedFinding& wanted) {
    std::string out;
    for (const Predicate& predicate : wanted.predicates) {
      const char* sign = predicate.relation == Predicate::Relation::Equal     ? "="
                         : predicate.relation == Predicate::Relation::AtLeast ? ">="
                                                                              : "<=";
      out += " " + predicate.metric + sign + predicate.value;
    }
    for (const std::string& part : wanted.messageParts)
      out += " \"" + part + "\"";
    return out;
  }

  void compareDeclines() {
    std::vector<std::pair<const Object*, bool>> declines;
    if (const llvm::json::Array* array = run.getArray("declined"))
      for (const llvm::json::Value& value : *array)
        if (const Object* decline = value.getAsObject())
          declines.push_back({decline, false});
    for (const ExpectedDecline& wanted : expected.declines) {
      llvm::Regex regex(wanted.reasonRegex, llvm::Regex::IgnoreCase);
      bool met = false;
      for (auto& [decline, isExpected] : declines)
        if (baseName(text(*decline, "kernel")) == wanted.kernel && regex.match(text(*decline, "reason")))
          met = isExpected = true;
      if (!met)
        result.push_back("missing decline of " + wanted.kernel + ": " + wanted.reasonRegex);
    }
    for (const auto& [decline, isExpected] : declines)
      if (!isExpected)
        result.push_back(place(text(*decline, "file"), decline->getInteger("line").value_or(0)) +
                         "not expected: declined " + text(*decline, "kernel") + ": " +
                         text(*decline, "reason"));
  }

  const Expectations& expected;
  const Object& run;
  std::map<Key, std::vector<Found>> found;
  std::vector<std::string> result;
};

} // namespace

std::vector<std::string> compare(const Expectations& expected, const llvm::json::Value& run) {
  const Object* object = run.getAsObject();
  if (!object)
    return {"the output is no JSON object"};
  return Comparison(expected, *object).problems();
}

} // namespace cuda_lint

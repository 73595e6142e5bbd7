#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>

namespace cuda_tune {

/// What of a JSON text is not as it should be, field first: "measurements[3].samples is missing".
class WrongField : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Reads a JSON object whose fields are all known and all needed. Every member throws WrongField.
class JsonFields {
public:
  /// `path` names the object in messages; empty for the outermost one. `value` must outlive this.
  JsonFields(const nlohmann::json& value, std::string path);

  std::string text(const char* name);
  bool flag(const char* name);
  int integer(const char* name);
  std::uint64_t count(const char* name);
  double number(const char* name);
  JsonFields object(const char* name);
  const nlohmann::json& array(const char* name);

  /// To call last: refuses a field that was not asked for.
  void finish() const;

  /// "measurements[3].samples".
  std::string pathOf(const std::string& name) const;

private:
  const nlohmann::json& at(const char* name);

  const nlohmann::json& value_;
  std::string path_;
  std::set<std::string> asked_;
};

} // namespace cuda_tune

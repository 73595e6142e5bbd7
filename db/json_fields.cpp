#include "db/json_fields.h"

#include <limits>
#include <utility>

namespace cuda_tune {

using nlohmann::json;

JsonFields::JsonFields(const json& value, std::string path) : value_(value), path_(std::move(path)) {
  if (!value.is_object())
    throw WrongField((path_.empty() ? "the whole" : path_) + " is not an object");
}

std::string JsonFields::pathOf(const std::string& name) const {
  return path_.empty() ? name : path_ + "." + name;
}

const json& JsonFields::at(const char* name) {
  asked_.insert(name);
  auto field = value_.find(name);
  if (field == value_.end())
    throw WrongField(pathOf(name) + " is missing");
  return *field;
}

std::string JsonFields::text(const char* name) {
  const json& field = at(name);
  if (!field.is_string())
    throw WrongField(pathOf(name) + " is not a text");
  return field.get<std::string>();
}

bool JsonFields::flag(const char* name) {
  const json& field = at(name);
  if (!field.is_boolean())
    throw WrongField(pathOf(name) + " is neither true nor false");
  return field.get<bool>();
}

int JsonFields::integer(const char* name) {
  const json& field = at(name);
  using Limits = std::numeric_limits<int>;
  // Beyond the range of std::int64_t the parser makes an unsigned or a floating-point number of it.
  bool fits = field.is_number_unsigned()
                  ? field.get<std::uint64_t>() <= static_cast<std::uint64_t>(Limits::max())
                  : field.is_number_integer() && field.get<std::int64_t>() >= Limits::min();
  if (!fits)
    throw WrongField(pathOf(name) + " is not a whole number of 32 bits");
  return field.get<int>();
}

std::uint64_t JsonFields::count(const char* name) {
  const json& field = at(name);
  if (!field.is_number_unsigned())
    throw WrongField(pathOf(name) + " is not a whole number from 0 on");
  return field.get<std::uint64_t>();
}

double JsonFields::number(const char* name) {
  const json& field = at(name);
  if (!field.is_number())
    throw WrongField(pathOf(name) + " is not a number");
  return field.get<double>();
}

JsonFields JsonFields::object(const char* name) {
  return JsonFields(at(name), pathOf(name));
}

const json& JsonFields::array(const char* name) {
  const json& field = at(name);
  if (!field.is_array())
    throw WrongField(pathOf(name) + " is not an array");
  return field;
}

void JsonFields::finish() const {
  for (const auto& field : value_.items())
    if (!asked_.contains(field.key()))
      throw WrongField(pathOf(field.key()) + " is not a field that is known");
}

} // namespace cuda_tune

#include "corpus.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace cuda_lint {

namespace {

constexpr const char* kLaunchMark = "// launch: ";
constexpr const char* kDiffersMark = "// differs: ";

/// At the commas that no bracket encloses.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (char c : text) {
    depth += std::string("([{<").find(c) != std::string::npos   ? 1
             : std::string(")]}>").find(c) != std::string::npos ? -1
                                                                : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else if (c != ' ' || !parts.back().empty())
      parts.back() += c;
  }
  return parts;
}

std::array<uint64_t, 3> extents(std::string text) {
  std::array<uint64_t, 3> result{1, 1, 1};
  std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
  size_t i = 0;
  for (const std::string& part : split(text))
    result.at(i++) = std::stoull(part);
  return result;
}

void addArgument(const std::string& text, std::vector<NamedValue>& arguments) {
  const size_t equals = text.find(" = ");
  const std::string name = text.substr(0, equals);
  const std::string value = text.substr(equals + 3);
  if (value.find('{') != std::string::npos) {
    static const std::regex field(R"(\.(\w+)\s*=\s*([^,}]+))");
    for (std::sregex_iterator i(value.begin(), value.end(), field), end; i != end; ++i)
      arguments.emplace_back(name + "." + (*i)[1].str(), (*i)[2].str());
  } else if (value.find('[') == std::string::npos) {
    arguments.emplace_back(name, value);
  }
}

PredictionRequest parseLaunch(const std::string& text) {
  static const std::regex form(R"(([\w:]+(?:<.*>)?) <<<(.*)>>> \((.*)\))");
  std::smatch parts;
  if (!std::regex_match(text, parts, form))
    throw std::runtime_error("not a launch: " + text);
  PredictionRequest request;
  request.kernel = parts[1];
  const std::vector<std::string> geometry = split(parts[2]);
  request.grid = extents(geometry.at(0));
  request.block = extents(geometry.at(1));
  if (geometry.size() > 2)
    request.dynamicSharedBytes = std::stoull(geometry[2]);
  if (parts[3].length())
    for (const std::string& argument : split(parts[3]))
      addArgument(argument, request.arguments);
  return request;
}

/// The fields of a line of CSV; quoted ones may hold commas.
std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields{""};
  bool isQuoted = false;
  for (char c : line) {
    if (c == '"')
      isQuoted = !isQuoted;
    else if (c == ',' && !isQuoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

} // namespace

std::vector<CorpusLaunch> readLaunches(const std::string& file) {
  std::ifstream stream(file);
  if (!stream)
    throw std::runtime_error("cannot read " + file);
  std::vector<CorpusLaunch> launches;
  std::string line;
  for (unsigned number = 1; std::getline(stream, line); ++number) {
    if (line.starts_with(kLaunchMark)) {
      CorpusLaunch launch;
      launch.line = number;
      launch.text = line.substr(std::string(kLaunchMark).size());
      launch.request = parseLaunch(launch.text);
      launches.push_back(std::move(launch));
    } else if (line.starts_with(kDiffersMark) && !launches.empty() && launches.back().line + 1 == number) {
      launches.back().differs = line.substr(std::string(kDiffersMark).size());
    }
  }
  return launches;
}

std::map<std::pair<std::string, std::string>, Counters> readCounters(const std::string& csv) {
  std::ifstream stream(csv);
  std::string line;
  if (!std::getline(stream, line))
    throw std::runtime_error("cannot read " + csv);
  const std::vector<std::string> header = fieldsOf(line);
  auto column = [&](const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end())
      throw std::runtime_error(csv + " has no column " + name);
    return static_cast<size_t>(found - header.begin());
  };
  const size_t file = column("file");
  const size_t launch = column("launch");
  std::array<size_t, kCounters.size()> columns;
  std::transform(kCounters.begin(), kCounters.end(), columns.begin(), column);
  std::map<std::pair<std::string, std::string>, Counters> result;
  while (std::getline(stream, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    Counters& counters = result[{fields.at(file), fields.at(launch)}];
    for (size_t i = 0; i < columns.size(); ++i)
      counters[i] += std::stoull(fields.at(columns[i]));
  }
  return result;
}

} // namespace cuda_lint

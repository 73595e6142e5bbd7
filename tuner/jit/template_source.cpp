#include "tuner/jit/template_source.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace cuda_tune {

namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  // Inserting the nothing of an empty file would count as a failure.
  if (in.peek() != std::ifstream::traits_type::eof())
    text << in.rdbuf();
  if (!in.is_open() || in.bad() || !text)
    throw std::runtime_error("cannot read the kernel template " + file.string());
  return text.str();
}

} // namespace

Source templateFromFolder(const std::filesystem::path& folder, const std::string& main) {
  Source source{main, read(folder / main), {}};
  // Sorted: the hash must not hang on the order of a directory.
  std::map<std::string, std::string> headers;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != main)
      headers.emplace(entry.path().filename().string(), read(entry.path()));
  source.headers.assign(headers.begin(), headers.end());
  return source;
}

std::string contentHash(const Source& source) {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](const std::string& text) {
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    // So that moving text from one file to the next changes the hash.
    hash = (hash ^ 0xff) * 1099511628211u;
  };
  add(source.name);
  add(source.text);
  for (const auto& [name, text] : source.headers) {
    add(name);
    add(text);
  }
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

} // namespace cuda_tune

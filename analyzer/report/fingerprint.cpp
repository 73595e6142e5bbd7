#include "analyzer/report/fingerprint.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA1.h"

#include <map>

namespace cuda_lint {

namespace {

// "ns::tile<(4 > 2)>::sum<float>" -> "ns::tile::sum". Within arguments, parentheses hide a comparison's < and
// >.
std::string withoutTemplateArguments(llvm::StringRef kernel) {
  std::string name;
  unsigned angles = 0, parentheses = 0;
  for (char c : kernel) {
    if (angles == 0 && c != '<') {
      name += c;
      continue;
    }
    if (c == '(')
      ++parentheses;
    else if (c == ')' && parentheses)
      --parentheses;
    else if (c == '<' && !parentheses)
      ++angles;
    else if (c == '>' && !parentheses)
      --angles;
  }
  return name;
}

std::string normalisedSpacing(llvm::StringRef line) {
  // The start of a line tells it apart well enough; a file of one line of megabytes must not be hashed per
  // finding.
  constexpr size_t longest = 4096;
  std::string words;
  for (llvm::StringRef rest = line.take_front(longest).ltrim(); !rest.empty(); rest = rest.ltrim()) {
    if (!words.empty())
      words += ' ';
    llvm::StringRef word = rest.take_until(llvm::isSpace);
    words += word;
    rest = rest.drop_front(word.size());
  }
  return words;
}

std::string hash(llvm::StringRef text) {
  llvm::SHA1 sha1;
  sha1.update(text);
  return llvm::toHex(sha1.final(), /*LowerCase=*/true).substr(0, 32);
}

} // namespace

void assignFingerprints(std::vector<Finding>& findings, SourceFiles& sources) {
  std::map<std::string, unsigned> seen;
  for (Finding& finding : findings) {
    const SourceText* source = sources.find(finding.place.file);
    std::string line = source ? normalisedSpacing(source->line(finding.place.line)) : std::string();
    std::string key;
    for (const std::string& part :
         {finding.check, finding.place.file, withoutTemplateArguments(finding.kernel), line}) {
      key += part;
      key += '\0';
    }
    unsigned ordinal = seen[key]++;
    finding.fingerprint = hash(key + std::to_string(ordinal));
  }
}

} // namespace cuda_lint

#include "analyzer/frontend/error_collector.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace cuda_lint {
namespace {

/// Enough to see a pattern; a file may have thousands.
constexpr size_t maxHostErrors = 50;

/// Source text gets into messages, and binary data into source text: one line of valid UTF-8 leaves here.
std::string onePrintableLine(llvm::StringRef text) {
  std::string line = llvm::json::fixUTF8(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = ' ';
  return line;
}

std::string format(const clang::Diagnostic& info) {
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  std::string result;
  llvm::raw_string_ostream stream(result);
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
    if (place.isValid())
      stream << place.getFilename() << ':' << place.getLine() << ':' << place.getColumn() << ": ";
  }
  stream << "error: " << message;
  return onePrintableLine(result);
}

} // namespace

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < clang::DiagnosticsEngine::Error)
    return;
  if (level == clang::DiagnosticsEngine::Error && inHostBody()) {
    if (host.size() < maxHostErrors)
      host.push_back(format(info));
    return;
  }
  if (first.empty())
    first = format(info);
}

bool ErrorCollector::inHostBody() const {
  if (instance == nullptr || !instance->hasSema())
    return false;
  bool inFunction = false;
  for (const clang::DeclContext* context = instance->getSema().CurContext; context != nullptr;
       context = context->getParent()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(context);
    if (function == nullptr)
      continue;
    // A local class or a lambda may be for the device although the function round it is not.
    if (function->hasAttr<clang::CUDADeviceAttr>() || function->hasAttr<clang::CUDAGlobalAttr>())
      return false;
    inFunction = true;
  }
  return inFunction;
}

} // namespace cuda_lint

#include "analyzer/predict/argument_binding.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace cuda_lint {

namespace {

using llvm::dyn_cast;
using llvm::StringRef;

const clang::FunctionDecl& sourceOf(const clang::FunctionDecl& kernel) {
  const clang::FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  return pattern && pattern->getNumParams() == kernel.getNumParams() ? *pattern : kernel;
}

StringRef parameterName(const clang::FunctionDecl& kernel, unsigned position) {
  const StringRef own = kernel.getParamDecl(position)->getName();
  return own.empty() ? sourceOf(kernel).getParamDecl(position)->getName() : own;
}

std::string parameterNames(const clang::FunctionDecl& kernel) {
  llvm::SmallVector<StringRef> names;
  for (unsigned i = 0; i < kernel.getNumParams(); ++i)
    names.push_back(parameterName(kernel, i));
  return names.empty() ? "it has none" : "its parameters are " + llvm::join(names, ", ");
}

llvm::Error wrong(const NamedValue& value, const llvm::Twine& reason) {
  return llvm::createStringError("--arg " + value.first + "=" + value.second + ": " + reason);
}

/// A member of a structure, however deep, with its place in it.
struct Field {
  clang::QualType type;
  uint64_t offset = 0;
};

std::optional<Field> findMember(const Field& in, StringRef name, const clang::ASTContext& context) {
  const clang::RecordDecl* record = in.type->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return std::nullopt;
  record = record->getDefinition();
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl* member : record->fields()) {
    const Field field{member->getType(), in.offset + layout.getFieldOffset(member->getFieldIndex()) / 8};
    if (member->isBitField())
      continue;
    if (member->getName() == name)
      return field;
    // Members of an unnamed structure or union are the outer one's.
    if (member->isAnonymousStructOrUnion())
      if (std::optional<Field> found = findMember(field, name, context))
        return found;
  }
  if (const auto* derived = dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : derived->bases()) {
      const clang::CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl();
      if (!of || base.isVirtual())
        continue;
      const auto offset = static_cast<uint64_t>(layout.getBaseClassOffset(of).getQuantity());
      if (std::optional<Field> found = findMember({base.getType(), in.offset + offset}, name, context))
        return found;
    }
  return std::nullopt;
}

/// `in.size.dims[2]` without `in.`.
std::optional<Field> findField(clang::QualType type, StringRef path, const clang::ASTContext& context) {
  Field field{type, 0};
  while (!path.empty()) {
    auto [part, rest] = path.split('.');
    path = rest;
    auto [name, subscripts] = part.split('[');
    std::optional<Field> member = findMember(field, name, context);
    if (!member)
      return std::nullopt;
    field = *member;
    while (!subscripts.empty()) {
      auto [index, more] = subscripts.split(']');
      const auto* array = context.getAsConstantArrayType(field.type);
      uint64_t at = 0;
      if (!array || index.getAsInteger(10, at) || at >= array->getSize().getZExtValue())
        return std::nullopt;
      field.type = array->getElementType();
      field.offset += at * static_cast<uint64_t>(context.getTypeSizeInChars(field.type).getQuantity());
      more.consume_front("[");
      subscripts = more;
    }
  }
  return field;
}

std::optional<llvm::APSInt> parseInteger(StringRef text) {
  if (text == "true" || text == "false")
    return llvm::APSInt::get(text == "true");
  // Suffixes as in a source: 1024u, 5LL.
  text = text.rtrim("uUlL");
  const bool isNegative = text.consume_front("-");
  uint64_t magnitude = 0;
  if (text.empty() || text.getAsInteger(0, magnitude) || (isNegative && magnitude > uint64_t{1} << 63))
    return std::nullopt;
  return isNegative ? llvm::APSInt::get(static_cast<int64_t>(~magnitude + 1))
                    : llvm::APSInt::getUnsigned(magnitude);
}

llvm::Expected<int64_t> integerFor(const NamedValue& value, clang::QualType type,
                                   const clang::ASTContext& context) {
  std::optional<llvm::APSInt> number = parseInteger(value.second);
  if (!number)
    return wrong(value, "'" + value.second + "' is no integer");
  const unsigned bits = static_cast<unsigned>(context.getTypeSize(type));
  const bool isSigned = type->isSignedIntegerOrEnumerationType();
  const llvm::APInt wide = number->extend(128);
  const bool fits = number->isNegative() ? isSigned && wide.isSignedIntN(bits)
                    : isSigned           ? wide.isSignedIntN(bits)
                                         : wide.isIntN(bits);
  if (!fits)
    return wrong(value, "it does not fit into " + type.getAsString());
  return number->getExtValue();
}

/// Of an integer, an enumeration, a pointer; nullopt for what is checked only.
llvm::Expected<std::optional<int64_t>> valueFor(const NamedValue& value, clang::QualType type,
                                                const clang::ASTContext& context) {
  if (type->isFloatingType()) {
    double number = 0;
    if (StringRef(value.second).rtrim("fF").getAsDouble(number))
      return wrong(value, "'" + value.second + "' is no number");
    return std::nullopt;
  }
  if (type->isPointerType() || type->isReferenceType())
    type = context.LongLongTy;
  if (!type->isIntegralOrEnumerationType())
    return wrong(value, "a value of type " + type.getAsString() +
                            " cannot be given; name its fields, as in " + value.first + ".field=VALUE");
  llvm::Expected<int64_t> number = integerFor(value, type, context);
  if (!number)
    return number.takeError();
  return std::optional<int64_t>(*number);
}

/// The deepest member at `offset`, with the dot in front.
std::string fieldName(clang::QualType type, uint64_t offset, const clang::ASTContext& context) {
  auto sizeOf = [&](clang::QualType of) {
    return static_cast<uint64_t>(context.getTypeSizeInChars(of).getQuantity());
  };
  if (const auto* array = context.getAsConstantArrayType(type)) {
    const uint64_t size = std::max<uint64_t>(sizeOf(array->getElementType()), 1);
    return "[" + std::to_string(offset / size) + "]" +
           fieldName(array->getElementType(), offset % size, context);
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return {};
  record = record->getDefinition();
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl* member : record->fields()) {
    const uint64_t start = layout.getFieldOffset(member->getFieldIndex()) / 8;
    if (offset < start || offset >= start + sizeOf(member->getType()))
      continue;
    const std::string own = member->isAnonymousStructOrUnion() ? "" : "." + member->getNameAsString();
    return own + fieldName(member->getType(), offset - start, context);
  }
  if (const auto* derived = dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : derived->bases())
      if (const clang::CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl(); of && !base.isVirtual()) {
        const auto start = static_cast<uint64_t>(layout.getBaseClassOffset(of).getQuantity());
        if (offset >= start && offset < start + sizeOf(base.getType()))
          return fieldName(base.getType(), offset - start, context);
      }
  return {};
}

} // namespace

llvm::Error bindArguments(const clang::FunctionDecl& kernel, llvm::ArrayRef<NamedValue> values,
                          Launch& launch) {
  const clang::ASTContext& context = kernel.getASTContext();
  launch.arguments.assign(kernel.getNumParams(), std::nullopt);
  for (const NamedValue& value : values) {
    const StringRef whole = value.first;
    const StringRef name = whole.take_until([](char c) { return c == '.' || c == '['; });
    StringRef path = whole.drop_front(name.size());
    path.consume_front(".");
    unsigned position = 0;
    while (position < kernel.getNumParams() && parameterName(kernel, position) != name)
      ++position;
    if (position == kernel.getNumParams())
      return wrong(value, "the kernel has no parameter '" + name + "'; " + parameterNames(kernel));
    const clang::QualType type = kernel.getParamDecl(position)->getType();
    std::optional<Field> field = findField(type, path, context);
    if (!field)
      return wrong(value, "'" + name + "' has no field '" + path + "'");
    llvm::Expected<std::optional<int64_t>> number = valueFor(value, field->type, context);
    if (!number)
      return number.takeError();
    if (!*number)
      continue;
    if (type->isRecordType())
      launch.fields[{position, field->offset}] = {
          static_cast<unsigned>(context.getTypeSizeInChars(field->type).getQuantity()), **number};
    else
      launch.arguments[position] = **number;
  }
  return llvm::Error::success();
}

std::string argumentName(const clang::FunctionDecl& kernel, unsigned position, uint64_t offset) {
  return (parameterName(kernel, position) +
          fieldName(kernel.getParamDecl(position)->getType(), offset, kernel.getASTContext()))
      .str();
}

} // namespace cuda_lint

#include "cuda_tune/element_type.h"

namespace cuda_tune {

std::string_view toString(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::I8:
    return "i8";
  case ElementType::U8:
    return "u8";
  case ElementType::I16:
    return "i16";
  case ElementType::U16:
    return "u16";
  case ElementType::I32:
    return "i32";
  case ElementType::U32:
    return "u32";
  case ElementType::I64:
    return "i64";
  case ElementType::U64:
    return "u64";
  }
  return "";
}

std::optional<ElementType> parseElementType(std::string_view name) {
  for (const ElementType type : kElementTypes)
    if (toString(type) == name)
      return type;
  return std::nullopt;
}

std::size_t sizeOf(ElementType type) {
  switch (type) {
  case ElementType::I8:
  case ElementType::U8:
    return 1;
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::I16:
  case ElementType::U16:
    return 2;
  case ElementType::F32:
  case ElementType::I32:
  case ElementType::U32:
    return 4;
  case ElementType::F64:
  case ElementType::I64:
  case ElementType::U64:
    return 8;
  }
  return 0;
}

bool isFloating(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 || type == ElementType::F32 ||
         type == ElementType::F64;
}

ElementType accumulatorOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
  case ElementType::BF16:
    return ElementType::F32;
  case ElementType::I8:
  case ElementType::I16:
    return ElementType::I32;
  case ElementType::U8:
  case ElementType::U16:
    return ElementType::U32;
  case ElementType::F32:
  case ElementType::F64:
  case ElementType::I32:
  case ElementType::U32:
  case ElementType::I64:
  case ElementType::U64:
    return type;
  }
  return type;
}

} // namespace cuda_tune

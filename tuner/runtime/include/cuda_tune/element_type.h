#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace cuda_tune {

/// The type of the elements of a reduction.
enum class ElementType { F16, BF16, F32, F64, I8, U8, I16, U16, I32, U32, I64, U64 };

inline constexpr std::array kElementTypes = {ElementType::F16, ElementType::BF16, ElementType::F32,
                                             ElementType::F64, ElementType::I8,   ElementType::U8,
                                             ElementType::I16, ElementType::U16,  ElementType::I32,
                                             ElementType::U32, ElementType::I64,  ElementType::U64};

/// "f16", "bf16", "f32", …, "u64".
std::string_view toString(ElementType type);
std::optional<ElementType> parseElementType(std::string_view name);

/// Bytes of one element.
std::size_t sizeOf(ElementType type);
bool isFloating(ElementType type);

/// The type that elements are combined in, and that the result is written in: f32 for f16 and bf16, i32 for
/// i8 and i16, u32 for u8 and u16, the element's own type otherwise. Integer sums and products wrap in it.
ElementType accumulatorOf(ElementType type);

} // namespace cuda_tune

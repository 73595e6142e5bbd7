#include "db/base64.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

std::vector<char> bytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

// RFC 4648, section 10.
const std::pair<std::string_view, std::string_view> kVectors[] = {{"", ""},
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"}};

TEST(Base64, FollowsTheTestVectorsOfRfc4648) {
  for (auto [plain, encoded] : kVectors) {
    EXPECT_EQ(toBase64(bytesOf(plain)), encoded);
    EXPECT_EQ(fromBase64(encoded), bytesOf(plain));
  }
}

TEST(Base64, EveryByteComesBackAtEveryPlaceOfAGroup) {
  for (int lead = 0; lead < 3; ++lead) {
    std::vector<char> bytes(lead, 'x');
    for (int i = 0; i < 256; ++i)
      bytes.push_back(static_cast<char>(i));
    EXPECT_EQ(fromBase64(toBase64(bytes)), bytes);
  }
}

TEST(Base64, RefusesWhatIsNotItsOwnWriting) {
  for (std::string_view text : {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==",
                                "Zm9v\n", "Zm-v", "Zm9v Zg=", "Z=g="})
    EXPECT_EQ(fromBase64(text), std::nullopt) << text;
}

} // namespace
} // namespace cuda_tune

// Base58 with a checksum against Botan's, which passes over blanks: of any text, and of any bytes
// there and back.
#include <botan/base58.h>
#include <botan/exceptn.h>

#include <optional>
#include <string>

#include "chain/encoding.h"
#include "fuzz.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

std::optional<std::string> by_botan(std::string_view text) {
    try {
        const auto raw = Botan::base58_check_decode(text.data(), text.size());
        return std::string{raw.begin(), raw.end()};
    } catch (const Botan::Exception&) {
        return {};
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t max_text = 200, max_payload = 140;
    const auto input = cambio::fuzz::text_of(data, size);

    auto fault = Base58Fault::malformed;
    const auto payload = from_base58check(input, &fault);
    require(payload.has_value() == (fault == Base58Fault::none), "a fault or a payload", input);
    if (payload) require(base58check(*payload) == input, "read and written again", input);
    const bool plain = input.find_first_of(" \t\r\n\v\f") == std::string_view::npos;
    if (plain && input.size() <= max_text) {
        const auto expected = by_botan(input);
        // Four bytes of checksum of nothing are no payload here.
        const bool nothing = expected && expected->empty();
        require(nothing ? !payload : payload == expected, "Botan reads the same", input);
    }

    if (size > max_payload) return 0;
    const auto text = base58check(input);
    require(text == Botan::base58_check_encode(data, size), "Botan writes the same", input);
    if (size > 0) require(from_base58check(text) == input, "written and read again", input);
    return 0;
}

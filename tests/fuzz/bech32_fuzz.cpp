// Addresses of Bitcoin's witness programs (BIP 173, BIP 350): of any text, and of any program there
// and back; a mistyped letter never passes.
#include <algorithm>
#include <string>

#include "chain/bitcoin/bech32.h"
#include "chain/encoding.h"
#include "fuzz.h"
#include "text/letters.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

bool fits(const SegwitAddress& address) {
    const auto size = address.program.size();
    return address.version >= 0 && address.version <= 16 && size >= 2 && size <= 40 &&
           (address.version != 0 || size == 20 || size == 32);
}

/// The checksum finds up to four letters that are others than they should be.
void check_mistyped(const std::string& text, unsigned where) {
    constexpr std::string_view letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const auto first = text.rfind('1') + 1;
    std::string mistyped = text;
    for (unsigned changes = 0; changes < 4; ++changes) {
        char& c = mistyped[first + (where * 7 + changes * 11) % (text.size() - first)];
        c = letters[(letters.find(c) + 1 + where % 31) % letters.size()];
        if (mistyped == text) continue;
        // The constants of both checksums differ in one letter's place more than four changes can
        // make up for, unless the version changed as well.
        auto fault = Bech32Fault::none;
        const auto read = from_segwit(mistyped, &fault);
        require(!read || from_segwit(text)->version != read->version, "mistyped", mistyped);
    }
}

void check_written(std::string_view input) {
    SegwitAddress address;
    auto rest = input;
    address.version = static_cast<int>(cambio::fuzz::take_byte(rest) % 18);
    const auto where = cambio::fuzz::take_byte(rest);
    address.hrp = where % 3 == 0 ? "bc" : where % 3 == 1 ? "bcrt" : "x1y";
    address.program = rest;
    if (address.program.size() > 60) return;
    const auto text = segwit(address);
    const auto read = from_segwit(text);
    require(read.has_value() == (fits(address) && text.size() <= 90), "what fits is read", input);
    if (!read) return;
    require(read->hrp == address.hrp && read->version == address.version &&
                read->program == address.program,
            "written and read again", input);
    check_mistyped(text, where);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto fault = Bech32Fault::malformed;
    const auto read = from_segwit(input, &fault);
    require(read.has_value() == (fault == Bech32Fault::none), "a fault or an address", input);
    if (read) {
        require(fits(*read), "only programs that the standard knows", input);
        require(segwit(*read) == cambio::text::lower(input), "read and written again", input);
    }
    check_written(input);
    return 0;
}

// Amounts as chains and contracts write them: hexadecimal digits, 256-bit quantities, units of a
// coin, and the logs of ERC-20 transfers, against Botan's hex and whole numbers without limit.
#include <botan/exceptn.h>
#include <botan/hex.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>

#include "chain/address.h"
#include "chain/encoding.h"
#include "chain/evm/node.h"
#include "chain/evm/source.h"
#include "chain/evm/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"
#include "fuzz.h"

namespace {

using boost::multiprecision::cpp_int;
using cambio::Decimal, cambio::uint128;
using namespace cambio::chain;
using cambio::fuzz::require, cambio::fuzz::take_until;

constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";

bool digits(std::string_view text) {
    return text.find_first_not_of(hexadecimal) == std::string_view::npos;
}

void check_hex(std::string_view text) {
    auto bare = text;
    if (bare.starts_with("0x") || bare.starts_with("0X")) bare.remove_prefix(2);
    const auto raw = from_hex(text);
    require(raw.has_value() == (bare.size() % 2 == 0 && digits(bare)), "two digits a byte", text);
    if (!raw) return;
    const auto expected = Botan::hex_decode(std::string{bare}, false);
    require(*raw == std::string(expected.begin(), expected.end()), "Botan reads the same", text);
    require(cambio::crypto::hex(*raw) == Botan::hex_encode(expected, false),
            "Botan writes the same", text);
}

void check_quantity(std::string_view text) {
    const auto read = from_quantity(text);
    const bool expected =
        text.starts_with("0x") && text.size() >= 3 && text.size() <= 66 && digits(text.substr(2));
    require(read.has_value() == expected, "\"0x\" and up to 64 digits", text);
    if (read) require(*read == cpp_int{std::string{text}}.str(), "the same number", text);
}

void check_units(std::string_view text, int places) {
    const auto number = number_of(text);
    const bool expected = !text.empty() && text.size() <= 38 &&
                          text.find_first_not_of("0123456789") == std::string_view::npos;
    require(number.has_value() == expected, "up to 38 plain digits", text);
    if (!number) return;
    const auto first = std::min(text.find_first_not_of('0'), text.size() - 1);
    require(digits_of(*number) == text.substr(first), "number and back", text);
    static const cpp_int limit = pow(cpp_int{10}, 38);
    const cpp_int whole =
        cpp_int{std::string{text.substr(first)}} * pow(cpp_int{10}, 18 - unsigned(places));
    const auto amount = amount_of(*number, places);
    require(amount.has_value() == (whole < limit), "what a Decimal holds", text);
    if (!amount) return;
    require(cpp_int{digits_of(static_cast<uint128>(amount->units()))} == whole, "amount", text);
    if (*number == 0)
        require(!units_of(*amount, places), "nothing is no amount", text);
    else
        require(units_of(*amount, places) == number, "units and back", text);
}

/// An address of 20 bytes that stands in 32, or in 20.
std::optional<std::string> account(Kind kind, std::string_view text, std::size_t size) {
    if (text.size() != 2 + 2 * size || !text.starts_with("0x") || !digits(text.substr(2)))
        return {};
    const auto padding = text.substr(2, 2 * (size - 20));
    if (padding.find_first_not_of('0') != std::string_view::npos) return {};
    return account_address(kind, *from_hex(text.substr(text.size() - 40)));
}

/// contract, three topics, data and more topics, each on a line of its own.
void check_log(std::string_view rest) {
    const auto all = rest;
    EvmLog log;
    log.contract = take_until(rest, '\n');
    log.data = take_until(rest, '\n');
    while (!rest.empty()) log.topics.emplace_back(take_until(rest, '\n'));
    if (!log.topics.empty() && log.topics[0] == "T") log.topics[0] = transfer_topic();
    for (const auto kind : {Kind::evm, Kind::tron}) {
        const auto read = token_transfer(kind, log);
        const auto data = from_quantity(log.data);
        const bool usual =
            log.topics.size() == 3 && log.topics[0] == transfer_topic() && log.data.size() == 66;
        if (!usual || !data) require(!read, "a transfer has three topics and one word", all);
        if (!usual) continue;
        const auto from = account(kind, log.topics[1], 32), to = account(kind, log.topics[2], 32);
        const auto contract = account(kind, log.contract, 20);
        if (!read) {
            require(!from || !to || !data || !contract, "a transfer is read", all);
            continue;
        }
        require(read->from == from && read->to == to, "from one account to another", all);
        require(read->units == cpp_int{log.data}.str(), "the amount is the whole word", all);
        const auto bytes = from_hex(log.contract);
        require(bytes && bytes->size() == 20, "the contract is an account", all);
    }
}

void check_transfer_data(std::string_view input) {
    uint128 units = 0;
    auto rest = input;
    for (int i = 0; i < 16; ++i) units = units << 8 | cambio::fuzz::take_byte(rest);
    if (rest.size() < 20) return;
    const auto receiver = rest.substr(0, 20);
    const auto data = transfer_data(receiver, units);
    require(data.size() == 68 && data.substr(16, 20) == receiver, "receiver", input);
    const auto amount = from_quantity("0x" + cambio::crypto::hex(data.substr(36)));
    require(amount == digits_of(units), "the amount that is called for", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    check_hex(input);
    check_quantity(input);
    for (const int places : {0, 6, 8, 18}) check_units(input, places);
    check_log(input);
    check_transfer_data(input);
    return 0;
}

// Any bytes as what a chain's node answers to each call that Cambio makes: a value that is one, or
// RpcError, and nothing else. The first byte says which call; one reply serves every request of it.
#include <algorithm>
#include <set>
#include <string>

#include "chain/bitcoin/node.h"
#include "chain/bitcoin/source.h"
#include "chain/evm/node.h"
#include "chain/evm/source.h"
#include "fuzz.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

constexpr const char* hash = "0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd";
constexpr const char* account = "0xdac17f958d2ee523a2206206994597c13d831ec7";

Rpc answering(std::string_view body) {
    return Rpc{"", Rpc::usual_timeout, [body](const cambio::http::Outgoing&) {
                   cambio::http::Answer answer;
                   answer.outcome = cambio::http::Outcome::answered;
                   answer.status = 200;
                   answer.body = body;
                   return answer;
               }};
}

void check_number(const std::string& number, std::string_view input) {
    require(!number.empty() && number.size() <= 160 &&
                number.find_first_not_of("0123456789") == std::string::npos &&
                (number.size() == 1 || number.front() != '0'),
            "a number in plain digits", input);
}

Network network_of(Kind kind) {
    Network network;
    network.kind = kind;
    network.hrp = "bc";
    network.chain_id = 1;
    NetworkCoin token;
    token.contract = account;
    network.coins = {NetworkCoin{}, token};
    return network;
}

/// Everybody's address is ours, so that all of a block is looked at.
Known everything() {
    Known known;
    known.addresses = [](const std::vector<std::string>& asked) {
        return std::set<std::string>{asked.begin(), asked.end()};
    };
    known.outputs = known.addresses;
    return known;
}

void ask_evm(unsigned call, std::string_view body) {
    EvmNode node{answering(body)};
    switch (call % 13) {
        case 0:
            node.chain_id();
            break;
        case 1:
            require(node.height() >= 0, "a height", body);
            break;
        case 2:
            node.block(0x10, true);
            break;
        case 3:
            node.block(0x10, false);
            break;
        case 4:
            node.block_hash(0x10);
            break;
        case 5:
            node.transactions_of(hash);
            break;
        case 6:
            for (const auto& log : node.logs(hash, {account}, transfer_topic()))
                token_transfer(Kind::evm, log);
            break;
        case 7:
            if (const auto receipt = node.receipt(hash))
                for (const auto& log : receipt->logs) token_transfer(Kind::tron, log);
            break;
        case 8:
            if (const auto transaction = node.transaction(hash))
                check_number(transaction->value, body);
            break;
        case 9:
            check_number(node.balance(account), body);
            break;
        case 10:
            if (const auto decimals = node.decimals(account))
                require(*decimals >= 0 && *decimals < 1000, "decimals", body);
            check_number(node.token_balance(account, account), body);
            break;
        case 11:
            require(node.transaction_count(account, true) >= 0, "a count", body);
            break;
        default:
            node.send_raw("0x00");
    }
}

void ask_bitcoin(unsigned call, std::string_view body) {
    BitcoinNode node{answering(body)};
    switch (call % 9) {
        case 0:
            node.height();
            break;
        case 1:
            node.block_hash(1);
            break;
        case 2:
            node.block("000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f");
            break;
        case 3:
            node.finds_transactions();
            break;
        case 4:
            node.confirmations(hash + 2);
            break;
        case 5:
            node.unspent(hash + 2, 0);
            node.after(hash + 2);
            break;
        case 6:
            require(node.unspent_in_blocks({{hash + 2, 0}, {hash + 2, 1}}).size() == 2,
                    "an answer for each output", body);
            break;
        case 7:
            require(node.held_by({"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}) >= 0,
                    "no less than nothing", body);
            break;
        default:
            node.send_raw("00");
    }
}

/// A whole block of which every call gets the next line as its reply.
void scan(Kind kind, std::string_view replies) {
    const auto next = [replies](const cambio::http::Outgoing&) mutable {
        cambio::http::Answer answer;
        answer.outcome = cambio::http::Outcome::answered;
        answer.status = 200;
        answer.body = cambio::fuzz::take_until(replies, '\n');
        return answer;
    };
    Rpc rpc{"", Rpc::usual_timeout, next};
    const auto network = network_of(kind);
    if (kind == Kind::bitcoin)
        BitcoinSource{network, BitcoinNode{std::move(rpc)}}.scan(0x10, everything());
    else
        EvmSource{network, EvmNode{std::move(rpc)}}.scan(0x10, everything());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto rest = cambio::fuzz::text_of(data, size);
    const auto call = cambio::fuzz::take_byte(rest);
    try {
        switch (call / 0x20) {
            case 0:
            case 1:
                ask_evm(call % 0x20, rest);
                break;
            case 2:
                ask_bitcoin(call % 0x20, rest);
                break;
            default:
                scan(static_cast<Kind>(call % 3), rest);
        }
    } catch (const RpcError&) {
    }
    return 0;
}

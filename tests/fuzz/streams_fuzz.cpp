// Any bytes as what a client of the streams sends, as the address of its connection, as the name of
// a stream, and as a push: whatever is answered is JSON.
#include <algorithm>

#include "binance/stream_events.h"
#include "binance/streams.h"
#include "fuzz.h"
#include "json/parse.h"

namespace {

using cambio::fuzz::require;
using namespace cambio::binance;

bool is_json(const std::string& text) {
    return cambio::json::parse_object(text).has_value();
}

void check_request(std::string_view input) {
    const auto read = read_stream_request(input);
    if (const auto* refusal = std::get_if<StreamRefusal>(&read)) {
        require(is_json(stream_refusal(*refusal)), "a refusal is JSON", input);
        return;
    }
    const auto& request = std::get<StreamRequest>(read);
    require(is_json(stream_reply(request.id, {})), "a reply is JSON", input);
}

void check_name(std::string_view input) {
    const auto name = read_stream(input);
    if (!name) return;
    require(name->text == input, "a stream has its own name", input);
    require(!name->symbol.empty() && name->symbol.size() <= 20, "its market has a name", input);
    require(std::ranges::all_of(
                name->text,
                [](unsigned char c) { return std::isalnum(c) != 0 || c == '@' || c == '_'; }),
            "there is nothing to escape in it", input);
}

void check_push(std::string_view input) {
    const auto value = cambio::json::parse(input);
    if (!value) return;
    const auto book = pushed_book(*value, {});
    if (book) {
        require(is_json(depth_event("A", 1, 1, 1, *book)), "an event is JSON", input);
        require(changes(*book, *book).empty() || book->bids.size() + book->asks.size() > 1,
                "what is the same has not changed", input);
        require(is_json(best_event("A", 1, *book)), "the best are JSON", input);
    }
    const auto trades = pushed_trades(*value, {});
    for (const auto& trade : trades)
        require(is_json(trade_event("A", 1, trade)), "a trade is JSON", input);
    for (const auto& event : joined_trade_events("A", 1, trades))
        require(is_json(event), "joined trades are JSON", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    check_request(input);
    check_name(input);
    read_stream_place(input);
    check_push(input);
    return 0;
}

// Any bytes as an answer of the market data provider: the first byte says to which call, the second
// with which status. After a w they are a message of its WebSocket, and the second byte says on
// which channel. What is taken is possible: prices above zero, books that do not cross, moments
// that the database can hold; everything else is an outcome with a reason.
#include <string>
#include <string_view>

#include "fcgi/text.h"
#include "fuzz.h"
#include "markets/provider_push.h"
#include "markets/provider_reply.h"
#include "pg/pg.h"

namespace {

using cambio::Decimal;
using cambio::fuzz::require;
namespace markets = cambio::markets;
namespace rows = cambio::markets::rows;
using markets::InstrumentType;

void check_moment(markets::Instant at, std::string_view input) {
    const cambio::pg::Time stored = at;
    require(std::chrono::floor<std::chrono::milliseconds>(stored) == at,
            "a moment counts in microseconds", input);
    require(at.time_since_epoch().count() > 0, "a moment is after 1970", input);
}

void check_price(const std::optional<Decimal>& price, std::string_view input) {
    require(!price || price->positive(), "a price is above zero", input);
}

void check_name(const std::string& name, std::string_view input) {
    require(!name.empty() && name.size() <= 64, "a name is short", input);
    require(cambio::fcgi::printable_utf8(name), "a name is printable", input);
}

void check(const markets::ProviderTicker& ticker, std::string_view input) {
    check_name(ticker.instrument, input);
    for (const auto& price : {std::optional{ticker.last}, ticker.bid, ticker.ask,
                              std::optional{ticker.high24h}, std::optional{ticker.low24h}})
        check_price(price, input);
    require(!ticker.base_volume24h.negative(), "a volume is not below zero", input);
    check_moment(ticker.at, input);
}

void check(const markets::ProviderBook& book, std::string_view input) {
    for (const auto* side : {&book.bids, &book.asks})
        for (std::size_t i = 0; i < side->size(); ++i) {
            check_price((*side)[i].price, input);
            require(!(*side)[i].quantity.negative(), "a quantity is not below zero", input);
            if (i == 0) continue;
            const auto before = (*side)[i - 1].price, here = (*side)[i].price;
            require(side == &book.bids ? here < before : here > before, "best first", input);
        }
    require(
        book.bids.empty() || book.asks.empty() || book.bids.front().price < book.asks.front().price,
        "a book does not cross", input);
    check_moment(book.at, input);
}

void check(const markets::ProviderTrade& trade, std::string_view input) {
    check_name(trade.id, input);
    check_price(trade.price, input);
    require(!trade.quantity.negative(), "a quantity is not below zero", input);
    check_moment(trade.at, input);
}

void check(const markets::ProviderCandle& candle, std::string_view input) {
    require(candle.low.positive() && candle.low <= candle.open && candle.low <= candle.close,
            "nothing is below the low", input);
    require(candle.high >= candle.open && candle.high >= candle.close, "or above the high", input);
    require(!candle.base_volume.negative() && !candle.quote_volume.negative(),
            "a volume is not below zero", input);
    check_moment(candle.opened_at, input);
}

void check(const markets::ProviderInstrument& instrument, std::string_view input) {
    check_name(instrument.id, input);
    for (const auto& step : {instrument.tick, instrument.lot, instrument.minimum})
        check_price(step, input);
    require(instrument.contract_value.has_value() == (instrument.type == InstrumentType::swap),
            "contracts have a value", input);
}

void check(const markets::ProviderMarkPrice& mark, std::string_view input) {
    check_name(mark.instrument, input);
    check_price(mark.price, input);
    check_moment(mark.at, input);
}

void check(const markets::ProviderFundingRate& rate, std::string_view input) {
    check_name(rate.instrument, input);
    check_moment(rate.due, input);
    check_moment(rate.next_due, input);
    check_moment(rate.at, input);
}

template <class Row, class Parse>
void check_every(const markets::Reply& reply, Parse parse, std::string_view input) {
    const auto all = markets::every<Row>(reply, parse);
    require(all.ok() == all.reason.empty(), "whatever is refused has a reason", input);
    require(all.ok() || all.value.empty(), "and no rows", input);
    for (const auto& row : all.value) check(row, input);
    const auto one = markets::only<Row>(reply, parse);
    require(one.ok() == (all.ok() && all.value.size() == 1), "one row is one row", input);
}

void check_message(unsigned name, std::string_view text, std::string_view input) {
    using markets::Channel;
    using Kind = markets::StreamMessage::Kind;
    const auto channel = name == 't'   ? Channel::tickers
                         : name == 'r' ? Channel::trades
                         : name == 'm' ? Channel::mark_prices
                                       : Channel::books;
    const auto message = markets::message_of(channel, text);
    const bool about = message.kind == Kind::pushed || message.kind == Kind::subscribed;
    if (about || !message.instrument.empty()) check_name(message.instrument, input);
    require(message.rows.empty() == (message.kind != Kind::pushed), "only pushes have rows", input);
    require(message.kind != Kind::malformed || !message.reason.empty(),
            "whatever is refused has a reason", input);
    require(cambio::fcgi::printable_utf8(message.reason) && message.reason.size() <= 900,
            "a reason can stand in a log", input);
    for (const auto& row : message.rows) {
        std::visit([&](const auto& value) { check(value, input); }, row.value);
        require(row.count >= 1, "a push is of one trade at least", input);
    }
}

void check_reply(unsigned call, const markets::Reply& reply, std::string_view input) {
    const auto candle_of = [](InstrumentType type) {
        return [type](const Json::Value& row) { return rows::candle(row, type); };
    };
    switch (call) {
        case 't':
            return check_every<markets::ProviderTicker>(reply, rows::ticker, input);
        case 'b':
            return check_every<markets::ProviderBook>(reply, rows::book, input);
        case 'r':
            return check_every<markets::ProviderTrade>(reply, rows::trade, input);
        case 'c':
            return check_every<markets::ProviderCandle>(reply, candle_of(InstrumentType::spot),
                                                        input);
        case 's':
            return check_every<markets::ProviderCandle>(reply, candle_of(InstrumentType::swap),
                                                        input);
        case 'i':
            return check_every<markets::ProviderInstrument>(reply, rows::instrument, input);
        case 'm':
            return check_every<markets::ProviderMarkPrice>(reply, rows::mark_price, input);
        default:
            return check_every<markets::ProviderFundingRate>(reply, rows::funding_rate, input);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input;
    const auto call = cambio::fuzz::take_byte(rest);
    const auto status = cambio::fuzz::take_byte(rest);
    if (call == 'w') {
        check_message(status, rest, input);
        return 0;
    }
    cambio::http::Answer answer;
    answer.outcome = cambio::http::Outcome::answered;
    answer.status = status == 'l' ? 429 : status == 'd' ? 503 : status == 'n' ? 404 : 200;
    answer.body = rest;
    const auto reply = markets::reply_of(answer);
    require(reply.outcome != markets::ProviderOutcome::ok || reply.data.isArray(),
            "rows are a list", input);
    require(cambio::fcgi::printable_utf8(reply.reason) && reply.reason.size() <= 900,
            "a reason can stand in a log", input);
    check_reply(call, reply, input);
    return 0;
}

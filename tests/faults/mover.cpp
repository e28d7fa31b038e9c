#include "faults/mover.h"

#include <algorithm>
#include <thread>

#include "crypto/crypto.h"

namespace cambio::faults {

namespace {

constexpr int max_open = 20;
constexpr int max_plans = 8;
/// Positions that such orders open are closed by their targets and liquidation alone.
constexpr int max_futures_orders = 60;
constexpr int lot_places = 3;
constexpr const char* my_order = "/api/v2/my-order";

/// Refusals that honest clients meet on a sound exchange.
const std::set<std::string> usual_refusals{
    "insufficient_balance", "no_liquidity",         "stale_price",          "below_minimum",
    "above_maximum",        "order_not_open",       "too_many_open_orders", "quote_expired",
    "position_not_open",    "position_liquidating", "too_many_positions",   "target_side",
    "earn_ended",           "withdrawal_limit",     "withdrawal_not_open",  "slippage",
    "price_moved",          "stop_would_trigger",   "order_filling",        "target_reached",
};

/// As the books write an amount.
std::string amount(int units, int places) {
    return dec(decimal(units, places)).str();
}

/// The id of what was made, where the answer has it and it is the act's own.
std::string id_in(const std::string& what, const Json::Value& body) {
    if (what == "conversion") return body["conversion"]["id"].asString();
    if (what == "futures order") return body["order"]["id"].asString();
    if (what == "position") return body["position"]["id"].asString();
    if (what == "closing of a part") return body["part_id"].asString();
    if (what == "subscription") return body["stake"]["id"].asString();
    if (what == "plan") return body["plan"]["id"].asString();
    if (what == "withdrawal") return body["withdrawal"]["id"].asString();
    return {};
}

template <class T>
T take_any(std::vector<T>& from, std::size_t at) {
    T taken = std::move(from[at]);
    from[at] = std::move(from.back());
    from.pop_back();
    return taken;
}

}  // namespace

Mover::Mover(Arena& arena, Score& score, const Setting& setting, std::uint64_t seed)
    : arena_{arena}, score_{score}, setting_{setting}, random_{seed}, player_{arena.player(false)} {
    player_.person.with("ETH", "1000");
    journal_.client = player_.person.id;
    lanes_.resize(2);
    for (Lane& lane : lanes_) {
        for (std::size_t i = 0; i < arena.handlers(); ++i) {
            lane.push_back(arena.handler(i).client());
            lane.back().bearer(player_.token);
        }
    }
}

void Mover::run(const std::atomic<bool>& stop) {
    patience_.begin(stop);
    const auto all = choices();
    while (!stop) {
        try {
            act(all);
        } catch (const std::exception& failure) {
            score_.odd(std::string{"a mover: "} + failure.what());
        }
    }
}

std::vector<Mover::Choice> Mover::choices() const {
    std::vector<Choice> all{
        {20, "wallet", &Mover::transfer},
        {8, nullptr, &Mover::convert},
        {6, nullptr, &Mover::convert_at_a_quote},
        {8, nullptr, &Mover::convert_at_a_limit},
        {4, nullptr, &Mover::take_conversion_back},
        {14, "futures", &Mover::open_position},
        {6, "futures", &Mover::place_futures_order},
        {3, "futures", &Mover::take_futures_order_back},
        {6, "futures", &Mover::add_margin},
        {10, "futures", &Mover::close_position},
        {6, "futures", &Mover::close_part},
        {10, "earn", &Mover::subscribe},
        {9, "earn", &Mover::redeem},
    };
    if (setting_.plans) all.push_back({4, "earn", &Mover::plan});
    if (setting_.withdraws) {
        all.push_back({3, "funds", &Mover::withdraw});
        all.push_back({1, "funds", &Mover::take_withdrawal_back});
    }
    return all;
}

/// One of them at random; half of the time one whose handler has not answered since the last fault.
void Mover::act(const std::vector<Choice>& choices) {
    // Looked at once: a handler may answer meanwhile.
    std::vector<int> awaited, all;
    for (const Choice& choice : choices) {
        const bool silent = choice.group != nullptr &&
                            score_.answered_since.at(Arena::number_of(choice.group)) == 0;
        awaited.push_back(silent ? choice.weight : 0);
        all.push_back(choice.weight);
    }
    const bool urgent =
        chance(50) && std::any_of(awaited.begin(), awaited.end(), [](int one) { return one > 0; });
    const std::vector<int>& weights = urgent ? awaited : all;
    std::discrete_distribution<std::size_t> any{weights.begin(), weights.end()};
    (this->*choices[any(random_)].act)();
}

// -- What it asks for

void Mover::transfer() {
    struct Way {
        const char *direction, *from, *to, *stored;
    };
    static constexpr std::array<Way, 5> ways{{{"DRAW_IN", "SPOT", "FUTURE", "1>2"},
                                              {"DRAW_IN", "SPOT", "FUTURE", "1>2"},
                                              {"DRAW_OUT", "FUTURE", "SPOT", "2>1"},
                                              {"DRAW_IN", "SPOT", "FUNDING", "1>3"},
                                              {"DRAW_OUT", "FUNDING", "SPOT", "3>1"}}};
    const Way& way = ways.at(static_cast<std::size_t>(number(0, 4)));
    const std::string coin = chance(80) ? "USDT" : Arena::coins[0];
    const std::string much = amount(number(100, 9'000), 2);
    perform("transfer", coin + ' ' + way.stored + ' ' + much,
            {.handler = Arena::number_of("wallet"),
             .path = "/api/v3/futures/transfer",
             .fields = {{"coin_name", coin},
                        {"draw_type", way.direction},
                        {"from", way.from},
                        {"to", way.to},
                        {"transfer_amount", much},
                        {"transaction_password", World::transaction_password}}});
}

void Mover::convert() {
    const std::string coin = any_coin();
    const bool buys = chance(50), across = !buys && chance(40);
    const std::string other = coin == Arena::coins[0] ? Arena::coins[1] : Arena::coins[0];
    const std::string much = buys ? amount(number(600, 6'000), 2) : amount(number(60, 600), 3);
    const std::string to = buys ? coin : across ? other : "USDT";
    Fields fields{{"name", coin + "USDT"},
                  {"delegate_type", buys ? "BUY" : "SELL"},
                  {"market_type", "MARKET"},
                  {"trade_type", "convert"},
                  {buys ? "total" : "number_of_order", much},
                  {"transaction_password", World::transaction_password}};
    if (!buys) fields.emplace_back("to_coin", to);
    perform("conversion", (buys ? "USDT" : coin) + ('>' + to) + ' ' + much + " market",
            {.handler = any_spot(), .path = my_order, .fields = std::move(fields)});
}

void Mover::convert_at_a_quote() {
    const std::string coin = any_coin();
    const std::string much = amount(number(60, 600), 3);
    const Call ask_for_quote{.handler = any_spot(),
                             .path = "/api/v3/convert/quote",
                             .fields = {{"from", coin}, {"to", "USDT"}, {"amount", much}}};
    const Told told = insist(ask_for_quote);
    if (!told.done()) return;
    perform("conversion", coin + ">USDT " + much + " market",
            {.handler = any_spot(),
             .path = my_order,
             .fields = {{"name", coin + "USDT"},
                        {"delegate_type", "SELL"},
                        {"market_type", "MARKET"},
                        {"trade_type", "convert"},
                        {"quote_id", told.body["quote"]["id"].asString()},
                        {"number_of_order", much},
                        {"transaction_password", World::transaction_password}}});
}

void Mover::convert_at_a_limit() {
    if (waiting_.size() > max_open) return take_conversion_back();
    const std::string coin = any_coin();
    const bool buys = chance(50);
    const std::string much = buys ? amount(number(600, 6'000), 2) : amount(number(60, 600), 3);
    // Some are reached at once, some when the price wanders, some never.
    const std::string price = amount(buys ? number(997, 1007) : number(993, 1003), 1);
    const auto body =
        perform("conversion", (buys ? "USDT>" + coin : coin + ">USDT") + ' ' + much + ' ' + price,
                {.handler = any_spot(),
                 .path = my_order,
                 .fields = {{"name", coin + "USDT"},
                            {"delegate_type", buys ? "BUY" : "SELL"},
                            {"market_type", "LIMIT"},
                            {"trade_type", "convert"},
                            {"order_per_unit", price},
                            {buys ? "total" : "number_of_order", much},
                            {"transaction_password", World::transaction_password}}});
    if (!body.isNull()) waiting_.push_back(body["conversion"]["id"].asString());
}

void Mover::take_conversion_back() {
    if (waiting_.empty()) return;
    const std::string id = take_any(waiting_, any_of(waiting_));
    perform("conversion taken back", {},
            {.handler = any_spot(),
             .path = "/api/v3/convert/cancel",
             .fields = {{"id", id}},
             .name = id});
}

void Mover::open_position() {
    if (positions_.size() > max_open) return close_position();
    const std::string pair = any_coin() + "USDT";
    const bool longs = chance(50);
    const std::string leverage = std::to_string(10 + 5 * number(0, 2));
    Fields fields{{"name", pair},
                  {"delegate_type", longs ? "BUY_MORE" : "SELL_EMPTY"},
                  {"margin", amount(number(500, 5'000), 2)},
                  {"leverage", leverage},
                  {"transaction_password", World::transaction_password}};
    if (chance(20)) fields.emplace_back("take_profit", longs ? "103" : "97");
    if (chance(20)) fields.emplace_back("stop_loss", longs ? "99.9" : "100.1");
    const auto body = perform("position", pair + (longs ? " 1 x" : " 2 x") + leverage,
                              {.handler = Arena::number_of("futures"),
                               .path = "/api/v2/buy-more",
                               .fields = std::move(fields)});
    if (body.isNull()) return;
    const Decimal quantity = dec(body["position"]["quantity"].asString());
    positions_.push_back(
        {body["position"]["id"].asString(), Decimal::multiply(quantity, dec("0.3"), Rounding::down)
                                                .rounded(lot_places, Rounding::down)});
}

/// Some are reached at once, some when the mark wanders or jumps, some never.
void Mover::place_futures_order() {
    if (++futures_orders_made_ > max_futures_orders) return take_futures_order_back();
    const std::string pair = any_coin() + "USDT";
    const bool longs = chance(50), limit = chance(60);
    const std::string price = amount(number(980, 1020), 1);
    const std::string kind = limit ? "LIMIT" : "TRIGGER";
    Fields fields{{"name", pair},
                  {"delegate_type", longs ? "BUY_MORE" : "SELL_EMPTY"},
                  {"order_type", kind},
                  {"price", price},
                  {"margin", amount(number(500, 5'000), 2)},
                  {"leverage", "10"},
                  {"transaction_password", World::transaction_password}};
    if (chance(50)) fields.emplace_back("take_profit", longs ? "105" : "95");
    const auto body =
        perform("futures order", pair + (longs ? " 1 " : " 2 ") + (limit ? "1 " : "2 ") + price,
                {.handler = Arena::number_of("futures"),
                 .path = "/api/v3/futures/place-order",
                 .fields = std::move(fields)});
    if (!body.isNull()) futures_orders_.push_back(body["order"]["id"].asString());
}

void Mover::take_futures_order_back() {
    if (futures_orders_.empty()) return;
    const std::string id = take_any(futures_orders_, any_of(futures_orders_));
    perform("futures order taken back", {},
            {.handler = Arena::number_of("futures"),
             .path = "/api/v3/futures/cancel-order",
             .fields = {{"order_id", id}},
             .name = id});
}

void Mover::add_margin() {
    if (positions_.empty()) return;
    const std::string position = positions_[any_of(positions_)].id;
    const std::string much = amount(number(10, 900), 2);
    perform("margin", position + ' ' + much,
            {.handler = Arena::number_of("futures"),
             .path = "/api/v3/futures/margin",
             .fields = {{"future_id", position},
                        {"amount", much},
                        {"transaction_password", World::transaction_password}}});
}

void Mover::close_position() {
    if (positions_.empty()) return;
    const std::string position = take_any(positions_, any_of(positions_)).id;
    perform("closing", position,
            {.handler = Arena::number_of("futures"),
             .path = "/api/v3/futures/close",
             .fields = {{"future_id", position},
                        {"transaction_password", World::transaction_password}}});
}

void Mover::close_part() {
    if (positions_.empty()) return;
    const auto& [position, part] = positions_[any_of(positions_)];
    const std::string much = part.str();
    perform("closing of a part", position + ' ' + much,
            {.handler = Arena::number_of("futures"),
             .path = "/api/v3/futures/close",
             .fields = {{"future_id", position},
                        {"quantity", much},
                        {"transaction_password", World::transaction_password}}});
}

void Mover::subscribe() {
    if (subscriptions_.size() > max_open) return redeem();
    const std::size_t product = chance(70) ? 0 : 1;
    const bool flexible = chance(60);
    const std::string days = flexible ? "0" : chance(50) ? "5" : "10";
    const std::string much = amount(number(20, 4'000), 2);
    Fields fields{{"earn_id", std::to_string(arena_.products()[product].value)},
                  {"amount", much},
                  {"status", flexible ? "FLEXI_LOCK" : "STAKE_LOCK"},
                  {"days", days}};
    if (!flexible) fields.emplace_back("transaction_password", World::transaction_password);
    const auto body =
        perform("subscription",
                std::string{product == 0 ? "USDT" : Arena::coins[0]} + ' ' + days + ' ' + much,
                {.handler = Arena::number_of("earn"),
                 .path = "/api/v2/earn/store",
                 .fields = std::move(fields)});
    if (!body.isNull()) subscriptions_.push_back({body["stake"]["id"].asString(), flexible});
}

void Mover::redeem() {
    if (subscriptions_.empty()) return;
    const std::size_t at = any_of(subscriptions_);
    const Subscription subscription = subscriptions_[at];
    const std::string much = amount(number(10, 1'500), 2);
    Fields fields{{"id", subscription.id}, {"transaction_password", World::transaction_password}};
    if (subscription.flexible) fields.emplace_back("amount", much);
    const auto body =
        perform("redemption", subscription.id + ' ' + (subscription.flexible ? much : "all"),
                {.handler = Arena::number_of("earn"),
                 .path = "/api/v3/earn/redeem",
                 .fields = std::move(fields)});
    if (body.isNull() || !subscription.flexible) take_any(subscriptions_, at);
}

void Mover::plan() {
    if (plans_ >= max_plans) return;
    const auto mailed = code(token::Purpose::step_up, "start_plan:" + player_.person.email);
    if (mailed.empty()) return;
    const auto body = perform(
        "plan", "20",
        {.handler = Arena::number_of("earn"),
         .path = "/api/v2/earn/store",
         .fields = {{"coins", std::string{Arena::coins[0]} + ":60," + Arena::coins[1] + ":40"},
                    {"amount", "20"},
                    {"cycles", "1 Hour"},
                    {"transaction_password", World::transaction_password},
                    {"verification_code", mailed}}});
    if (!body.isNull()) ++plans_;
}

/// Each to an address of its own, so that the chain shows what came of it.
void Mover::withdraw() {
    const bool ether = chance(30);
    const std::string much = ether ? amount(number(10, 30), 4) : amount(number(10'000, 50'000), 4);
    const std::string to = "0x" + crypto::hex(crypto::random_bytes(20));
    Fields fields{{"coin", ether ? "ETH" : "USDT"},
                  {"bchain_name", "ERC20"},
                  {"withdraw_address", to},
                  {"withdraw_amount", much},
                  {"gasfee", "0.0001"},
                  {"transaction_password", World::transaction_password}};
    if (!setting_.one_step) {
        const std::string mailed = code(token::Purpose::withdrawal, player_.person.email);
        if (mailed.empty()) return;
        fields.emplace_back("verification", mailed);
    }
    const auto body = perform("withdrawal", (ether ? "ETH " : "USDT ") + to + ' ' + much,
                              {.handler = Arena::number_of("funds"),
                               .path = "/api/v3/withdrawals",
                               .fields = std::move(fields)});
    if (!body.isNull()) withdrawals_.push_back(body["withdrawal"]["id"].asString());
}

void Mover::take_withdrawal_back() {
    if (withdrawals_.empty()) return;
    const std::string id = take_any(withdrawals_, any_of(withdrawals_));
    perform("withdrawal taken back", {},
            {.handler = Arena::number_of("funds"),
             .path = "/api/v3/withdrawals/cancel",
             .fields = {{"id", id}},
             .name = id});
}

/// A code as POST /otp or /step-up/send-code would send it; its limits do not count here. Empty
/// while there is no database.
std::string Mover::code(token::Purpose purpose, const std::string& address) {
    try {
        World& world = arena_.world();
        if (!mailbox_ || !mailbox_->alive())
            mailbox_ = std::make_unique<pg::Connection>(world.database().superuser());
        pg::Transaction tx{*mailbox_};
        tx.run(
            "update one_time_codes set created_at = created_at - interval '2 days' "
            "where address = $1",
            {address});
        auto made = token::issue_code(tx, world.config().hash_key(), purpose, address);
        tx.commit();
        return made;
    } catch (const pg::Failure&) {
        return {};
    }
}

// -- How it asks

Told Mover::try_once(std::size_t lane, const Call& call) {
    const int round = score_.round;
    Told told = ask(lanes_[lane][call.handler], call.path, call.fields, usual_refusals, score_);
    const bool proof = call.handler >= handler_count && !told.nothing() && round == score_.round;
    if (proof) ++score_.answered_since[call.handler];
    return told;
}

Told Mover::insist(const Call& call) {
    for (;;) {
        Told told = try_once(0, call);
        if (!told.nothing() || patience_.over()) return told;
        ++score_.asked_again;
        std::this_thread::sleep_for(breath);
    }
}

Json::Value Mover::perform(const std::string& what, const std::string& content, Call call) {
    Act& act = journal_.acts.emplace_back();
    act.what = what;
    act.content = content;
    const std::string key = std::to_string(journal_.client.value) + "-" + std::to_string(++keys_);
    act.key = call.name.empty() ? key : call.name;
    call.fields.emplace_back("client_id", key);

    std::vector<Told> answers(1);
    if (chance(25)) {
        ++score_.twice;
        answers.resize(2);
        std::jthread second{[&] { answers[1] = try_once(1, call); }};
        answers[0] = try_once(0, call);
    } else {
        answers[0] = try_once(0, call);
    }
    if (std::any_of(answers.begin(), answers.end(), [](const Told& t) { return t.nothing(); })) {
        act.unanswered = true;
        ++score_.asked_again;
        answers.push_back(insist(call));
    }
    for (const Told& told : answers) hear(act, told);
    // Without a definite last word nobody knows, whatever an earlier submit was told.
    if (answers.back().nothing() && act.fate == Fate::refused) act.fate = Fate::unknown;
    if (act.fate == Fate::refused) score_.refusal(answers.back().code);
    if (act.fate != Fate::acknowledged) return {};
    score_.moved(what);
    if (chance(5)) repeat(act, call);
    const auto done =
        std::find_if(answers.begin(), answers.end(), [](const Told& told) { return told.done(); });
    return done->body;
}

void Mover::hear(Act& act, const Told& told) {
    if (told.refused() && act.fate == Fate::unknown) act.fate = Fate::refused;
    if (!told.done()) return;
    const std::string id = id_in(act.what, told.body);
    if (act.fate == Fate::acknowledged && act.id != id)
        score_.odd(act.what + " " + act.key + " was acknowledged as " + act.id + " and as " + id);
    act.fate = Fate::acknowledged;
    act.id = id;
}

/// A page that was reloaded sends its call again long after it was answered.
void Mover::repeat(Act& act, const Call& call) {
    ++score_.twice;
    const Told again = insist(call);
    hear(act, again);
    if (again.refused())
        score_.odd(act.what + " " + act.key + " was acknowledged and then refused: " + again.code);
}

}  // namespace cambio::faults

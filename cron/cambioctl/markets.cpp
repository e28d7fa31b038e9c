// Markets, and what is stopped for everybody: list, halt and open one, set what the house asks
// there; pause and resume.
#include <algorithm>
#include <span>

#include "commands.h"
#include "markets/state.h"
#include "output.h"
#include "pauses/pauses.h"

namespace cambio::control {

namespace {

constexpr const char* list_all_markets = R"sql(
    select m.pair as market,
           case when m.state <> 'open' then m.state when m.halted then 'halted'
                when m.paused then 'paused' else 'open' end as state,
           coalesce(trim_scale(m.house_spread)::text, 'default') as spread,
           (select count(*) from orders o where o.market_id = m.id and o.state = 1) as orders,
           (select count(*) from futures_orders o where o.market_id = m.id and o.state = 1)
               as futures_orders,
           (select count(*) from positions p where p.market_id = m.id and p.state in (1, 2))
               as positions
      from markets m order by m.position, m.id
)sql";
constexpr const char* find_market = R"sql(
    select state from markets where pair = $1
)sql";
constexpr const char* list_paused = R"sql(
    select w.what, case when p.what is null then 'runs' else 'paused' end as state,
           coalesce(to_char(p.since at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '') as since
      from unnest($1::text[]) with ordinality as w (what, n) left join pauses p using (what)
     order by n
)sql";
constexpr const char* insert_pause = R"sql(
    insert into pauses (what) values ($1) on conflict do nothing
)sql";
constexpr const char* count_in_doubt = "select count(*) from withdrawals where in_doubt";
constexpr const char* delete_pause = "delete from pauses where what = $1";

void list_markets(Control& control) {
    print_list(control.db.run(list_all_markets),
               {"market", "state", "spread", "orders", "futures_orders", "positions"},
               control.json);
}

void halt(Control& control, const std::string& pair, bool halted, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto found = tx.maybe(find_market, {pair});
    if (!found) throw Refused{"There is no market " + pair + "."};
    if (found->text("state") != "open") throw Refused{"The market " + pair + " is closed."};
    if (!markets::set_halted(tx, pair, halted))
        throw Refused{"The market " + pair + (halted ? " is already halted." : " is not halted.")};
    Json::Value data;
    data["market"] = pair;
    control.record(tx, halted ? "markets halt" : "markets open", pair, reason, data);
    tx.commit();
    print_done(halted ? "The market " + pair + " is halted: orders can only be cancelled."
                      : "The market " + pair + " is open again.",
               data, control.json);
}

/// A share, or nothing for LIQUIDITY_SPREAD.
std::optional<Decimal> spread_given(const std::string& text) {
    if (text == "default") return std::nullopt;
    const auto spread = Decimal::parse(text);
    if (!spread || spread->negative() || *spread > *Decimal::parse("0.1"))
        throw Refused{"The spread is a share from 0 to 0.1 (0.0005 is 0.05 %), or default."};
    return spread;
}

void ask_for(Control& control, const std::string& pair, const std::string& text,
             const std::string& reason) {
    const auto spread = spread_given(text);
    pg::Transaction tx{control.db};
    if (!tx.maybe(find_market, {pair})) throw Refused{"There is no market " + pair + "."};
    if (!markets::set_house_spread(tx, pair, spread))
        throw Refused{"That is the spread of " + pair + " already."};
    Json::Value data;
    data["market"] = pair;
    data["spread"] = spread ? spread->str() : "default";
    control.record(tx, "markets spread", pair, reason, data);
    tx.commit();
    print_done("The house's spread in " + pair + " is " +
                   (spread ? spread->str() : control.config.liquidity_spread.str()) + " now.",
               data, control.json);
}

void list_pauses(Control& control) {
    std::vector<std::string> names;
    for (const Pause what : pauses) names.emplace_back(name_of(what));
    print_list(control.db.run(list_paused, {pg::Param::array(names)}), {"what", "state", "since"},
               control.json);
}

/// What may have been sent before must not be sent again.
void require_no_doubt(pg::Transaction& tx, std::span<const Pause> all) {
    if (std::ranges::find(all, Pause::withdrawals) == all.end()) return;
    const auto doubtful = tx.one(count_in_doubt).integer("count");
    if (doubtful > 0)
        throw Refused{std::to_string(doubtful) +
                      " withdrawals may have been sent after the moment to which the database was "
                      "restored: cambioctl restored look"};
}

/// Everything or nothing; that some of it is so already is fine.
void pause(Control& control, std::span<const Pause> all, bool stops, const std::string& reason) {
    const std::string act = stops ? "pause" : "resume";
    Json::Value data;
    pg::Transaction tx{control.db};
    if (!stops) require_no_doubt(tx, all);
    for (const Pause what : all) {
        const std::string name{name_of(what)};
        if (tx.run(stops ? insert_pause : delete_pause, {name}).affected() == 0) continue;
        if (what == Pause::trading) markets::set_all_paused(tx, stops);
        control.record(tx, act + ' ' + name, name, reason, Json::objectValue);
        data[act].append(name);
    }
    tx.commit();
    if (data.isNull()) throw Refused{stops ? "That is already paused." : "That is not paused."};
    std::string names;
    for (const auto& name : data[act]) names += (names.empty() ? "" : ", ") + name.asString();
    print_done((stops ? "Paused: " : "Resumed: ") + names + ".", data, control.json);
}

}  // namespace

void add_markets(Commands& commands) {
    const auto pair = std::make_shared<std::string>();
    const auto spread = std::make_shared<std::string>();
    auto& noun = commands.noun("markets", "Markets: list, halt, cancel-only, open, spread");
    commands.verb(noun, "list", "List the markets and whether they trade", list_markets);
    const auto of_market = [pair](CLI::App& verb) {
        verb.add_option("market", *pair, "Such as BTCUSDT")->required()->type_name("MARKET");
    };
    of_market(commands.act(
        noun, "halt", "Stop trading there; orders can be cancelled",
        [pair, &commands](Control& control) { halt(control, *pair, true, commands.reason); }));
    // What other exchanges call a halt in which orders can be cancelled: there is no harder one,
    // for an order that nobody can take back would hold its money for nothing.
    of_market(commands.act(
        noun, "cancel-only", "The same as halt",
        [pair, &commands](Control& control) { halt(control, *pair, true, commands.reason); }));
    of_market(commands.act(
        noun, "open", "Resume trading there",
        [pair, &commands](Control& control) { halt(control, *pair, false, commands.reason); }));
    auto& asks = commands.act(noun, "spread", "Set the house's spread there",
                              [pair, spread, &commands](Control& control) {
                                  ask_for(control, *pair, *spread, commands.reason);
                              });
    of_market(asks);
    asks.add_option("spread", *spread, "A share such as 0.001, or default")
        ->required()
        ->type_name("SPREAD");
}

void add_pauses(Commands& commands) {
    auto& stop = commands.noun("pause", "Pause for everyone: trading, deposits, withdrawals, all");
    commands.verb(stop, "list", "List what is paused", list_pauses);
    auto& resume = commands.noun("resume", "Resume what is paused");
    for (const bool stops : {true, false}) {
        auto& noun = stops ? stop : resume;
        const auto add = [&](const std::string& name, std::span<const Pause> what) {
            commands.act(noun, name, (stops ? "Stop " : "Resume ") + name,
                         [what, stops, &commands](Control& control) {
                             pause(control, what, stops, commands.reason);
                         });
        };
        for (const Pause& what : pauses) add(std::string{name_of(what)}, {&what, 1});
        add("all", pauses);
    }
}

}  // namespace cambio::control

// What came in from the chains, and what goes out to them.
#include <algorithm>
#include <array>

#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/trades.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;

constexpr int history_weight = 10;
constexpr int most_rows = 1000;
constexpr std::int64_t furthest_row = 1'000'000'000;
constexpr std::chrono::days longest_span{90};
constexpr std::size_t longest_coin = 16;
constexpr std::size_t longest_txid = 128;
constexpr std::size_t longest_key = 64;

// Binance's numbers: 0 is pending, 1 a success, 2 rejected (a block of the chain that is no more
// held it), 6 credited and not to be withdrawn yet, 7 a wrong deposit (one that is not credited).
// What no balance can hold is the operator's alone.
constexpr const char* read_deposits = R"sql(
    select * from (
        select d.id, a.code, n.name as network, d.amount, p.address, d.txid, d.seen_at,
               d.credited_at, d.confirmations, d.confirmations_needed, d.unlock_confirmations,
               case when d.state < 3 then 0
                    when d.state = 3 and d.unlocked_at is null then 6
                    when d.state = 3 then 1
                    when d.state = 6 then 7
                    else 2 end as status
          from deposits d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
          join deposit_addresses p on p.id = d.address_id
         where d.client_id = $1 and d.amount is not null) d
     where seen_at >= $2 and seen_at < $3 and ($4::text is null or code = $4)
       and ($5::int is null or status = $5) and ($6::text is null or txid = $6)
     order by id desc limit $7 offset $8
)sql";

// 1 is cancelled, 2 awaits an approval, 3 is rejected, 4 is on its way, 5 has failed on the chain,
// 6 is completed. No mail is waited for (0): its code comes with the request.
constexpr const char* read_withdrawals = R"sql(
    with found as (
        select id, status from (
            select id, asset_id, client_key, requested_at,
                   case when stage = 1 then 2
                        when stage < 7 then 4
                        when stage = 7 then 6
                        when stage = 9 then 1
                        when fee_kept > 0 then 5
                        else 3 end as status
              from withdrawals where client_id = $1) w
         where requested_at >= $2 and requested_at < $3
           and ($4::text is null or asset_id = (select id from assets where code = $4))
           and ($5::int is null or status = $5) and ($6::text is null or client_key = $6)
         order by id desc limit $7 offset $8
    )
    select n.*, f.status, t.txid, coalesce(t.confirmations, 0) as confirmations
      from found f join named_withdrawals n on n.id = f.id
      left join lateral shown_transaction(n.id) t on t.stage < 6
     order by n.id desc
)sql";

/// What a history is narrowed to.
struct Asked {
    pg::Time from, until;
    std::optional<std::string> coin;
    std::optional<std::int64_t> status;
    int limit = most_rows;
    std::int64_t offset = 0;
};

std::optional<std::int64_t> read_status(Request& request, std::span<const int> known) {
    const auto status = request.params.optional<std::int64_t>("status");
    if (status && std::ranges::find(known, *status) == known.end())
        throw Error{Code::invalid_parameter, "status"};
    return status;
}

/// Both ends count. Without a start it is the ninety days before the end that are meant.
Asked read_asked(Request& request, std::span<const int> statuses) {
    Asked asked;
    const auto from = read_time(request, "startTime");
    const auto to = read_time(request, "endTime").value_or(pg::now());
    asked.from = from.value_or(to - longest_span);
    if (asked.from > to) throw Error{Code::out_of_range, "endTime"};
    if (to - asked.from > longest_span) throw Error{Code::out_of_range, "90 days"};
    asked.until = to + std::chrono::milliseconds{1};
    asked.coin = request.params.optional<std::string>("coin", longest_coin);
    asked.status = read_status(request, statuses);
    asked.limit = read_limit(request, most_rows, most_rows);
    asked.offset = request.params.optional<std::int64_t>("offset").value_or(0);
    if (asked.offset < 0 || asked.offset > furthest_row) throw Error{Code::out_of_range, "offset"};
    return asked;
}

/// A filter that is not there would be taken for one that finds everything.
pg::Result read_rows(Request& request, const char* statement, ClientId client, const Asked& asked,
                     const std::optional<std::string>& name) {
    request.params.refuse_others();
    return request.db()->run(statement, {client, asked.from, asked.until, asked.coin, asked.status,
                                         name, asked.limit, asked.offset});
}

Json::Value deposit_of(const pg::Row& row) {
    Json::Value deposit;
    deposit["id"] = row.str("id");
    deposit["amount"] = figure(row.decimal("amount"));
    deposit["coin"] = row.str("code");
    deposit["network"] = row.str("network");
    deposit["status"] = Json::Int64{row.integer("status")};
    deposit["address"] = row.str("address");
    deposit["addressTag"] = "";
    deposit["txId"] = row.str("txid");
    deposit["insertTime"] = Json::Int64{markets::to_milliseconds(row.time("seen_at"))};
    if (const auto credited = row.maybe_time("credited_at"))
        deposit["completeTime"] = Json::Int64{markets::to_milliseconds(*credited)};
    deposit["transferType"] = 0;
    deposit["confirmTimes"] = row.str("confirmations") + '/' + row.str("confirmations_needed");
    deposit["unlockConfirm"] = Json::Int64{row.integer("unlock_confirmations")};
    deposit["walletType"] = 0;
    deposit["travelRuleStatus"] = 0;
    return deposit;
}

Reply deposits(Request& request) {
    const auto who = caller(request, history_weight);
    constexpr std::array statuses = {0, 1, 2, 6, 7, 8};
    const auto asked = read_asked(request, statuses);
    const auto txid = request.params.optional<std::string>("txId", longest_txid);
    Json::Value list{Json::arrayValue};
    for (const pg::Row row : read_rows(request, read_deposits, who.client, asked, txid))
        list.append(deposit_of(row));
    return answer(request, list);
}

/// "2026-11-29 12:30:00", of UTC.
std::string written(pg::Time time) {
    auto text = pg::iso(time).substr(0, std::string_view{"2026-11-29T12:30:00"}.size());
    text[text.find('T')] = ' ';
    return text;
}

/// The amount is what the receiver gets: the fee is taken besides.
Json::Value withdrawal_of(const pg::Row& row) {
    constexpr std::int64_t completed = 6;
    const auto status = row.integer("status");
    const auto fee = row.decimal("fee");
    Json::Value withdrawal;
    withdrawal["id"] = row.str("id");
    withdrawal["amount"] = figure(row.decimal("amount") - fee);
    withdrawal["transactionFee"] = figure(fee);
    withdrawal["coin"] = row.str("coin");
    withdrawal["status"] = Json::Int64{status};
    withdrawal["address"] = row.str("address");
    withdrawal["addressTag"] = "";
    withdrawal["txId"] = row.maybe_str("txid").value_or("");
    withdrawal["applyTime"] = written(row.time("requested_at"));
    withdrawal["network"] = row.str("network");
    withdrawal["transferType"] = 0;
    if (const auto key = row.maybe_str("client_key")) withdrawal["withdrawOrderId"] = *key;
    withdrawal["info"] = row.str("reason");
    withdrawal["confirmNo"] = Json::Int64{row.integer("confirmations")};
    withdrawal["walletType"] = 0;
    withdrawal["txKey"] = "";
    if (status == completed) withdrawal["completeTime"] = written(row.time("updated_at"));
    return withdrawal;
}

Reply withdrawals(Request& request) {
    const auto who = caller(request, history_weight);
    constexpr std::array statuses = {0, 1, 2, 3, 4, 5, 6};
    const auto asked = read_asked(request, statuses);
    const auto key = request.params.optional<std::string>("withdrawOrderId", longest_key);
    Json::Value list{Json::arrayValue};
    for (const pg::Row row : read_rows(request, read_withdrawals, who.client, asked, key))
        list.append(withdrawal_of(row));
    return answer(request, list);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr std::array signed_parameters = {timestamp_parameter, window_parameter,
                                          signature_parameter};
constexpr Parameter coin_parameter{"coin", Type::text, Need::optional, "Only this coin: USDT."};
constexpr Parameter from_parameter{"startTime", Type::integer, Need::optional,
                                   "The first moment, in milliseconds; 90 days before the last one "
                                   "unless given, and at most."};
constexpr Parameter to_parameter{"endTime", Type::integer, Need::optional,
                                 "The last moment, in milliseconds; now unless given."};
constexpr Parameter offset_parameter{"offset", Type::integer, Need::optional,
                                     "How many of the newest are left out."};
constexpr Parameter limit_parameter{"limit", Type::integer, Need::optional,
                                    "1000 unless given, and at most."};

constexpr auto deposit_parameters = joined(
    std::array{
        coin_parameter,
        Parameter{"status", Type::choice, Need::optional,
                  "0: pending, 1: success, 2: rejected, 6: credited, not to be withdrawn yet, 7: "
                  "wrong deposit, 8: waits for the client, which none does.",
                  "0|1|2|6|7|8"},
        from_parameter,
        to_parameter,
        offset_parameter,
        limit_parameter,
        Parameter{"txId", Type::text, Need::optional, "Those of one transaction."},
    },
    signed_parameters);
constexpr auto withdrawal_parameters = joined(
    std::array{
        coin_parameter,
        Parameter{"status", Type::choice, Need::optional,
                  "0: waits for a mail, which none does, 1: cancelled, 2: awaits approval, 3: "
                  "rejected, 4: processing, 5: failure, 6: completed.",
                  "0|1|2|3|4|5|6"},
        from_parameter,
        to_parameter,
        offset_parameter,
        limit_parameter,
        Parameter{"withdrawOrderId", Type::text, Need::optional,
                  "The one that was asked for under this client_id."},
    },
    signed_parameters);

constexpr fcgi::Route routes[] = {
    signed_reads("/binance/sapi/v1/capital/deposit/hisrec", deposits)
        .takes(deposit_parameters)
        .gives("BinanceDeposits")
        .means("Lists deposits, as Binance does"),
    signed_reads("/binance/sapi/v1/capital/withdraw/history", withdrawals)
        .takes(withdrawal_parameters)
        .gives("BinanceWithdrawals")
        .means("Lists withdrawals, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> transfer_routes = routes;

}  // namespace cambio::binance

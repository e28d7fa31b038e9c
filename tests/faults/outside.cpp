#include "faults/outside.h"

#include <json/reader.h>

#include <filesystem>
#include <iostream>
#include <sstream>

#include "chain/evm/node.h"
#include "chain/networks.h"
#include "chain/units.h"
#include "faults/asking.h"
#include "json/write.h"
#include "support/source_files.h"

namespace cambio::faults {

namespace {

/// Of the twelve words "abandon … about"; who is paid there can be watched, not spent.
constexpr const char* deposit_key =
    "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3"
    "yZdUsT8ddYM3PwnATt";
constexpr int usdt_places = 6, ether_places = 18;
constexpr std::int64_t fifty_milliether = 50'000'000'000'000'000;
/// Who pays deposits; the first rich account is the hot one, whose nonces the exchange gives out.
constexpr int payer = 1;
constexpr std::chrono::milliseconds block_time{400};
constexpr std::chrono::milliseconds round_time{3000};
constexpr std::chrono::milliseconds look{20};
/// After its end a run waits so many rounds until everything is final.
constexpr int last_rounds = 40;
/// More than any confirmation that is asked for.
constexpr int enough_blocks = 8;

// The policy has its turn first; what has no price waits for it no longer than that.
constexpr const char* for_review = R"sql(
    select id from withdrawals
     where stage = 1 and (weighed or requested_at < now() - interval '5 seconds') order by id
)sql";
constexpr const char* count_open = R"sql(
    select (select count(*) from withdrawals where stage < 7)
           + (select count(*) from deposits where state in (1, 2)) as open
)sql";
constexpr const char* read_deposits = R"sql(
    select d.txid, d.state, d.amount, d.credited, a.code, da.address
    from deposits d join assets a on a.id = d.asset_id
    join deposit_addresses da on da.id = d.address_id
)sql";
constexpr const char* read_withdrawals = R"sql(
    select w.id, w.stage, w.coin, w.address, w.amount - w.fee as receives,
           (select count(*) from outgoing_transactions t
            where t.withdrawal_id = w.id and t.stage = 5) as paid
    from named_withdrawals w
)sql";

std::string coin_json(const std::string& coin, const std::string& contract, int decimals) {
    const std::string where = contract.empty() ? "null" : "\"" + contract + "\"";
    return R"({"coin": ")" + coin + R"(", "contract": )" + where + R"(, "decimals": )" +
           std::to_string(decimals) + R"(, "minimum_deposit": "0.01", "withdrawal":
            {"minimum": "0.001", "fee": "0.0001", "arrival_minutes": 1, "confirmations": 3}})";
}

std::string hexadecimal(std::int64_t number) {
    std::ostringstream text;
    text << std::hex << number;
    return text.str();
}

void pause(const std::atomic<bool>& stopping, std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stopping && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(look);
}

Decimal held(chain::EvmNode& node, const std::string& token, const std::string& address) {
    const auto units = chain::number_of(token.empty() ? node.balance(address)
                                                      : node.token_balance(token, address));
    return chain::amount_of(units.value(), token.empty() ? ether_places : usdt_places).value();
}

}  // namespace

Outside::Outside(std::uint64_t seed) : random_{seed} {
    token_ = anvil_.deploy_token("USDT", usdt_places);
    anvil_.send(token_, test::token_calls::mint(anvil_.rich(), "9184e72a000"), "0x0", payer);
    anvil_.mine();
}

test::ScratchConfig::Settings Outside::settings() const {
    return {{"ETHEREUM_NODE_URL", anvil_.url()},
            {"ETHEREUM_XPUB", deposit_key},
            {"HOT_ETHEREUM_ADDRESS", anvil_.rich()},
            {"WITHDRAWALS_APPROVE_UP_TO", "100"}};
}

void Outside::open(Arena& arena) {
    arena_ = &arena;
    const std::string network = R"({"name": "ERC20", "kind": "evm", "title": "Ethereum",
        "subname": "Ethereum", "chain_id": 31337, "hrp": "", "arrival_minutes": 1,
        "confirmations": 3, "unlock_confirmations": 5, "coins": [)" +
                                coin_json("USDT", token_, usdt_places) + ',' +
                                coin_json("ETH", "", ether_places) + "]}";
    const auto file = folder_.write("networks.json", R"({"coins": [
        {"coin": "USDT", "minimum_listed": "1"}, {"coin": "ETH", "minimum_listed": "1"}],
        "networks": [)" + network + "]}");
    pg::Connection owner{arena.world().database().owner()};
    chain::load_networks(owner, file);
    // From here on the books say what the chain says.
    chain::EvmNode node{anvil_.url()};
    const auto fund = [&](const char* house, const char* coin, const std::string& token) {
        const auto amount = held(node, token, anvil_.rich()).str();
        const std::vector<std::string> words{"house",  "fund",  house,      coin,         amount,
                                             "--from", "ERC20", "--reason", "It is there"};
        if (!control(words)) throw std::runtime_error{"the hot address's money cannot be booked"};
    };
    fund("liquidity", "USDT", token_);
    fund("fees", "ETH", {});
    // Where the watcher begins.
    if (test::run_job("watch_deposits", arena.world().config().path(), {"--once"}) != 0)
        throw std::runtime_error{"watch_deposits does not begin"};
}

void Outside::adopt(const Person& person, const std::string& token, bool one_step) {
    arena_->world().superuser().run(
        "update clients set withdraw_limit = 1500, one_step_withdrawal = $2 where id = $1",
        {person.id, one_step});
    FastCgiClient client = arena_->handler(Arena::number_of("funds")).client();
    client.bearer(token);
    const Answer answer = client.post_json("/api/v3/generate-wallet", {{"wallet_type", "ERC20"}});
    addresses_.push_back(answer.json()["wallet"]["wallet_address"].asString());
    if (addresses_.back().empty()) throw std::runtime_error{"no address: " + answer.body};
}

void Outside::start() {
    threads_.emplace_back([this] { go_on(); });
    threads_.emplace_back([this] { operate(); });
}

void Outside::stop() {
    stopping_ = true;
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

void Outside::go_on() {
    while (!stopping_) {
        for (int i = number(0, 2); i > 0; --i) deposit();
        anvil_.mine();
        pause(stopping_, block_time);
    }
}

/// USDT with six places, or ether with all eighteen.
void Outside::deposit() {
    const auto at = static_cast<std::size_t>(number(0, static_cast<int>(addresses_.size()) - 1));
    const std::string& address = addresses_[at];
    Deposit made{{}, address, {}, {}};
    if (number(1, 3) > 1) {
        const int units = number(10'000, 90'000'000);
        made.coin = "USDT";
        made.amount = decimal(units, usdt_places);
        made.txid =
            anvil_.send(token_, test::token_calls::mint(address, hexadecimal(units)), "0x0", payer);
    } else {
        const int wei = number(1, 999'999'999);
        made.coin = "ETH";
        made.amount = "0.050000000" + decimal(1'000'000'000 + wei, 9).substr(2);
        made.txid = anvil_.send(address, "0x", "0x" + hexadecimal(fifty_milliether + wei), payer);
    }
    deposits_.push_back(std::move(made));
}

void Outside::operate() {
    while (!stopping_) {
        pause(stopping_, round_time);
        try {
            work_once();
        } catch (const pg::Failure&) {
            // The database was away; the next round finds it again.
        }
    }
}

/// What was exported and not signed is given out again with every round, so that a round may break
/// off anywhere.
void Outside::work_once() {
    pg::Connection connection{arena_->world().database().suite()};
    for (const pg::Row row : connection.run(for_review))
        control({"withdrawals", "approve", row.str("id"), "--reason", "Looked at"});
    control({"withdrawals", "export", next_file("exported"), "--reason", "Round"});
    const std::string unsigned_file = next_file("unsigned"), signed_file = next_file("signed");
    control({"withdrawals", "export", unsigned_file, "--again", "--reason", "Round"});
    if (!std::filesystem::exists(unsigned_file)) return;
    const std::string signer = test::source_file("/tests/support/chains/sign.cjs");
    if (test::ChildProcess::run({"node", signer, unsigned_file, signed_file}, {}) != 0)
        throw std::runtime_error{"the signer fails"};
    // Twice is once.
    for (int times = files_ % 2; times >= 0; --times)
        imports_ += control({"withdrawals", "import", signed_file, "--reason", "Signed"}) ? 1 : 0;
}

bool Outside::control(const std::vector<std::string>& words, std::string* output) {
    std::string ignored;
    return test::run_job("cambioctl", arena_->world().config().path(), words,
                         output == nullptr ? &ignored : output) == 0;
}

std::string Outside::next_file(const char* name) {
    return folder_.file(name + std::to_string(++files_) + ".json");
}

void Outside::finish() {
    stop();
    const std::string config = arena_->world().config().path();
    pg::Connection connection{arena_->world().database().suite()};
    for (int round = 0; round < last_rounds; ++round) {
        work_once();
        anvil_.mine(enough_blocks);
        for (const char* job : {"send_withdrawals", "watch_deposits"}) {
            std::string output;
            if (test::run_job(job, config, {"--once"}, &output) != 0)
                throw std::runtime_error{std::string{job} + " fails: " + output};
        }
        const bool done = connection.run(count_open)[0].integer("open") == 0;
        if (done && round > 1) return;
    }
    throw std::runtime_error{"deposits or withdrawals do not come to their end"};
}

// -- The verdict

std::vector<std::string> Outside::compare(pg::Connection& connection) {
    std::vector<std::string> wrong;
    compare_deposits(connection, wrong);
    compare_withdrawals(connection, wrong);
    compare_totals(wrong);
    return wrong;
}

void Outside::compare_deposits(pg::Connection& connection, std::vector<std::string>& wrong) {
    constexpr int credited = 3;
    std::map<std::string, const Deposit*> sent;
    for (const Deposit& deposit : deposits_) sent[deposit.txid] = &deposit;
    for (const pg::Row row : connection.run(read_deposits)) {
        const std::string txid = row.str("txid");
        const auto found = sent.find(txid);
        if (found == sent.end()) {
            wrong.push_back("deposit " + txid + " was never sent, or is there twice");
            continue;
        }
        const Deposit& deposit = *found->second;
        const Decimal amount = dec(deposit.amount);
        if (row.integer("state") != credited || row.decimal("amount") != amount ||
            row.decimal("credited") != amount || row.str("code") != deposit.coin ||
            row.str("address") != deposit.address)
            wrong.push_back("deposit " + txid + " of " + deposit.amount + ' ' + deposit.coin +
                            " is in state " + row.str("state") + " with " + row.str("credited"));
        sent.erase(found);
    }
    for (const auto& [txid, deposit] : sent)
        wrong.push_back("deposit " + txid + " of " + deposit->amount + " was never seen");
}

void Outside::compare_withdrawals(pg::Connection& connection, std::vector<std::string>& wrong) {
    constexpr int confirmed = 7;
    chain::EvmNode node{anvil_.url()};
    for (const pg::Row row : connection.run(read_withdrawals)) {
        const bool paid = row.integer("stage") == confirmed;
        const Decimal due = paid ? row.decimal("receives") : Decimal{};
        const Decimal got =
            held(node, row.str("coin") == "USDT" ? token_ : std::string{}, row.str("address"));
        if (got != due || row.integer("paid") != (paid ? 1 : 0))
            wrong.push_back("withdrawal " + row.str("id") + " in stage " + row.str("stage") +
                            ": its receiver has " + got.str() + " instead of " + due.str());
        withdrawals_ += paid ? 1 : 0;
    }
}

void Outside::compare_totals(std::vector<std::string>& wrong) {
    std::string output;
    Json::Value totals;
    if (!control({"totals", "--json"}, &output) || !(std::istringstream{output} >> totals)) {
        wrong.push_back("cambioctl totals: " + output);
        return;
    }
    for (const auto& line : totals["chains"]) {
        if (line["network"] != "ERC20") continue;
        if (line["difference"].isNull() || line["difference"] != "0")
            wrong.push_back("the chain and the books differ: " + json::compact(line));
    }
}

std::string Outside::summary() const {
    return "on the chain: " + std::to_string(deposits_.size()) + " deposits, " +
           std::to_string(withdrawals_) + " withdrawals paid, " + std::to_string(imports_) +
           " imports\n";
}

}  // namespace cambio::faults

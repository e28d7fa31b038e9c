#include "reader.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

#include "fcgi/reply.h"
#include "log/log.h"
#include "positions/unrealised.h"

namespace cambio::wallet {

namespace {

using Clock = std::chrono::steady_clock;
using fcgi::Later, fcgi::Reply;

// Prices come every two seconds; a catalogue this old has the last ones for all that anybody sees.
constexpr std::chrono::milliseconds catalogue_lifetime{500};
constexpr std::size_t max_queued = 10'000;

constexpr const char* balances_of = R"sql(
    select client_id, asset_id, wallet, held, balance
      from ledger_accounts where client_id = any($1::bigint[])
)sql";

const std::string profits_of = std::string{"select client_id, sum(amount) as unrealised from "} +
                               positions::unrealised_profits +
                               "where client_id = any($1::bigint[]) group by client_id";

struct Question {
    Later later;
    ClientId client;
    Of what;
    View view;
};

struct Possessions {
    std::vector<Holding> accounts;
    Decimal unrealised;
};
using HoldingsOfClients = std::unordered_map<ClientId, Possessions>;

HoldingsOfClients read_holdings(pg::Connection& connection, const std::vector<Question>& batch) {
    HoldingsOfClients holdings;
    std::vector<std::int64_t> clients, with_positions;
    for (const auto& question : batch) {
        if (holdings.try_emplace(question.client).second) clients.push_back(question.client.value);
        if (question.what == Of::balances_and_positions)
            with_positions.push_back(question.client.value);
    }
    for (const auto row : connection.run(balances_of, {pg::Param::array(clients)}))
        holdings[row.id<ClientId>("client_id")].accounts.push_back(
            {row.id<AssetId>("asset_id"), static_cast<ledger::Wallet>(row.integer("wallet")),
             row.boolean("held"), row.decimal("balance")});
    if (with_positions.empty()) return holdings;
    for (const auto row : connection.run(profits_of.c_str(), {pg::Param::array(with_positions)}))
        holdings[row.id<ClientId>("client_id")].unrealised = row.decimal("unrealised");
    return holdings;
}

class Reader {
  public:
    explicit Reader(pg::Pool& pool) : pool_{pool}, thread_{[this] { serve(); }} {}

    ~Reader() {
        {
            const std::lock_guard lock{mutex_};
            closing_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

    void ask(Question question) {
        {
            const std::lock_guard lock{mutex_};
            if (queue_.size() < max_queued) {
                queue_.push_back(std::move(question));
                changed_.notify_one();
                return;
            }
        }
        question.later.answer(Error{Code::unavailable});
    }

  private:
    void serve() {
        for (;;) {
            std::vector<Question> batch;
            {
                std::unique_lock lock{mutex_};
                changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
                if (queue_.empty()) return;
                batch.swap(queue_);
            }
            answer(batch);
        }
    }

    void answer(std::vector<Question>& batch) {
        HoldingsOfClients holdings;
        try {
            auto connection = pool_.borrow();
            holdings = read_holdings(*connection, batch);
            refresh(*connection, holdings);
        } catch (const std::exception& error) {
            for (auto& question : batch) question.later.answer(error);
            return;
        }
        for (auto& question : batch) {
            const log::RequestScope scope{question.later.request().id};
            try {
                const auto& own = holdings[question.client];
                question.later.answer(
                    Reply::raw_json(question.view(*catalogue_, {own.accounts, own.unrealised})));
            } catch (const std::exception& error) {
                question.later.answer(error);
            }
        }
    }

    /// An asset that was added a moment ago makes the catalogue old at once.
    bool knows(const HoldingsOfClients& holdings) const {
        for (const auto& [client, own] : holdings)
            for (const auto& account : own.accounts)
                if (!catalogue_->has(account.asset)) return false;
        return true;
    }

    void refresh(pg::Connection& connection, const HoldingsOfClients& holdings) {
        const auto now = Clock::now();
        if (catalogue_ && now < catalogue_until_ && knows(holdings)) return;
        catalogue_ = Catalogue::read(connection);
        catalogue_until_ = now + catalogue_lifetime;
    }

    pg::Pool& pool_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Question> queue_;
    bool closing_ = false;
    std::optional<Catalogue> catalogue_;
    Clock::time_point catalogue_until_;
    std::thread thread_;
};

std::unique_ptr<Reader> reader;

}  // namespace

void start_reader(pg::Pool& pool) {
    reader = std::make_unique<Reader>(pool);
}
void stop_reader() {
    reader.reset();
}

void ask(Later later, ClientId client, Of what, View view) {
    reader->ask({std::move(later), client, what, std::move(view)});
}

}  // namespace cambio::wallet

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "markets/coverage.h"
#include "markets/provider_stream.h"

namespace cambio::markets {

/// The newest trades of one market, joined from what is pushed and from what calls bring, so that
/// none is lost and none is taken twice. A run of pushes alone does not say what was traded before
/// it: it is joined to what is known by an answer that reaches from the one into the other, and
/// waits until then. A push can sum up several trades, which an answer has one by one.
class TradeTail {
  public:
    /// A trade may be missing in answers, and in no push, for so long after its time.
    static constexpr std::chrono::seconds publication_delay{3};

    struct Newest {
        Instant at{};
        std::string id;
    };

    /// What is stored: the newest trade and the coverage, where there is one.
    TradeTail(Newest newest, std::optional<Coverage> coverage)
        : newest_{std::move(newest)}, coverage_{coverage} {}

    /// In the order in which they came.
    void push(const Pushed& pushed);
    /// After the pushes: the run that goes on.
    void follow(const std::optional<UnbrokenRun>& run);
    /// That everything that was pushed until then has come.
    void heard(pg::Time until);
    /// An answer, newest first, and when it was asked for.
    void answered(const std::vector<ProviderTrade>& trades, pg::Time asked_at);

    /// Whether the pushes are joined to what is known: no answer is needed.
    bool joined() const { return joined_; }
    /// From when on an answer can join the run that goes on, if there is one.
    std::optional<pg::Time> joins_from() const;

    /// What is to be stored now, oldest first, together with the coverage.
    std::vector<ProviderTrade> take();
    const std::optional<Coverage>& coverage() const { return coverage_; }

  private:
    struct Waiting {
        ProviderTrade trade;
        std::int64_t count;
    };
    enum class Place { known, beyond, across };

    Place place_of(const ProviderTrade& trade, std::int64_t count) const;
    void keep(const ProviderTrade& trade);
    void part(pg::Time since);
    void join();
    void extend(pg::Time until);

    Newest newest_;
    std::optional<Coverage> coverage_;
    int run_ = 0;  ///< 0: none
    pg::Time since_{};
    bool joined_ = false;
    std::vector<Waiting> waiting_;
    std::vector<ProviderTrade> ready_;
};

}  // namespace cambio::markets

#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "money/decimal.h"

/// The rules of futures: perpetual contracts with margin in USDT, each position with a margin of
/// its own (isolated). No I/O; a table of worked examples (tests/common/futures_test.cpp) is their
/// test.
///
/// q quantity (the coin), e opening price, p mark price (USDT for one coin), m the position's
/// margin (USDT), L leverage, s = +1 for BUY_MORE (long) and −1 for SELL_EMPTY (short), B what the
/// client's other positions of the contract were worth when it was opened (USDT), d funding that
/// the margin did not reach for and that is unpaid (USDT).
///
///   notional            N = q·p
///   opening             q = margin·L / p down to the lot; initial margin = q·p / L, rounded up;
///                       fee = q·p · 0.0005, rounded up
///   unrealised profit   u = s·q·(p − e), a profit rounded down and a loss up
///   equity              m + u − d
///   maintenance         M(N + B) − M(B), where M(N) = N·rate − deduction of the tier that N is in,
///                       rounded up: who divides a position into many needs no less for it
///   liquidated          when equity ≤ maintenance
///   margin ratio        maintenance / equity, in percent
///   return on equity    u / (initial margin + added margin), in percent
///   closing             fee = q·p · FUTURES_CLOSING_FEE, rounded up, and no more than what comes
///                       back after unpaid funding; a liquidation costs none
///   funding rate        the provider's, clamped to ±0.75 · the lowest tier's maintenance rate
///   funding             q·p·rate, paid by longs to shorts, by shorts when the rate is negative;
///                       for the part of its period that had passed since the opening, at the
///                       average of what was forecast in it (positions/funding.h), and no more than
///                       the position is worth: its equity at p
///   unpaid funding      what the margin does not reach for is no gift: it is taken from what is
///                       received next, from margin that is added, and at the end from what comes
///                       back, profit and all
///   funding at a close  whoever would pay pays for the part of the period that has passed, at the
///                       average of what was forecast in it and the closing price; whoever would
///                       receive receives nothing. A liquidation takes the whole margin and no more
///
/// The house is the counterparty of every position, so it owes funding on what clients are short
/// less what they are long at the time of funding (the other way round at a negative rate): for
/// that it holds the other side. It owes nothing for a time in which the other side was a client
/// who has left: whoever pays, pays for all the time that the position was open, however it ends.
/// Nor for one who is there and is not worth what is due: that is missing to those who receive
/// (shared_funding).
///
/// Sources: the linear contracts of OKX and Binance work so: isolated margin, tiers with a
/// maintenance amount that keeps the requirement without a step at a tier's border (Binance,
/// "Leverage and Margin of USDⓈ-M Futures"; OKX, "Position tiers"), unrealised profit, equity and
/// ratio by the mark price, funding every eight hours or, of some contracts, more often. The limit
/// of the rate is that of Binance, "Introduction to Binance Futures Funding Rates": clamp(rate,
/// −0.75 · maintenance margin rate, 0.75 · maintenance margin rate). A position that is not to be
/// liquidated is worth more than its maintenance, and so more than one payment.
///
/// Every rounding is at 18 places and, where it is not to the nearest, against the client: by less
/// than 10^-17 USDT, and never for the house to pay.
namespace cambio::futures {

/// The numbers are those of the database.
enum class Side { buy_more = 1, sell_empty = 2 };

/// The leverages that are offered; the first is the usual one.
constexpr std::array<int, 3> leverages = {10, 15, 20};
bool offered(std::int64_t leverage);

/// A share of the notional, when a position is opened.
Decimal taker_fee();

/// Maintenance of a position with a notional of at most `up_to` USDT: N·rate − deduction. The
/// deduction is such that two tiers agree on their border. Maintenance is therefore the largest of
/// what all tiers ask for, and the last one goes on above its end.
struct Tier {
    Decimal up_to;      ///< USDT
    Decimal rate;       ///< a share
    Decimal deduction;  ///< USDT
};
std::span<const Tier> tiers();
/// The largest notional that may be opened, in USDT: where the last tier ends.
Decimal largest_position();

/// What a position is opened with.
struct Opening {
    Decimal quantity;
    Decimal notional;  ///< USDT, to the nearest
    Decimal margin;    ///< what is taken of the given margin, never more than it
    Decimal fee;       ///< beside the margin
};
/// The least of the coin, in whole lots, whose worth is at least `minimum` USDT: the minimum of a
/// SELL_EMPTY. `minimum` ≥ 0; `mark`, `lot` > 0.
Decimal minimum_sell(Decimal minimum, Decimal mark, Decimal lot);
/// Nothing where the margin does not reach for a lot. `margin`, `mark`, `lot` > 0.
std::optional<Opening> open(Decimal margin, int leverage, Decimal mark, Decimal lot);
/// The same for a quantity (> 0), with the least margin that it takes.
Opening open_quantity(Decimal quantity, int leverage, Decimal mark);
/// The one that a position of the other side has.
Side opposite(Side side);

/// An open position as the rules see it.
struct Position {
    Side side = Side::buy_more;
    Decimal quantity;  ///< > 0
    Decimal entry;     ///< > 0
    Decimal margin;    ///< ≥ 0: initial, added, and funding received less paid
    Decimal beside{};  ///< ≥ 0: what the client's others of the contract were worth at the opening
    Decimal unpaid{};  ///< ≥ 0: funding that the margin did not reach for
};

/// q·p, to the nearest.
Decimal notional(Decimal quantity, Decimal price);
Decimal unrealised(const Position& position, Decimal price);
Decimal equity(const Position& position, Decimal price);
Decimal maintenance(const Position& position, Decimal price);
bool liquidated(const Position& position, Decimal price);
/// 0 to 100, to the nearest at eight places; 100 and no more once it is to be liquidated.
Decimal margin_ratio(const Position& position, Decimal price);
/// A part of a whole (> 0), to the nearest at eight places: the return on equity is that of the
/// profit in what was put in.
Decimal percent(Decimal part, Decimal whole);
/// The price at which equity equals maintenance: a long one is liquidated there and below, a short
/// one there and above. Rounded towards the mark, so that it is reached no later than the position
/// is to be liquidated. Nothing where no price liquidates: a long one with more margin than it can
/// lose.
std::optional<Decimal> liquidation_price(const Position& position);
/// The same for the margin ratio of 80 %, where its owner is warned.
std::optional<Decimal> margin_call_price(const Position& position);

/// What is paid at the rate that the provider has: within ±0.375 % by the tiers as they are.
Decimal funding_rate(Decimal provided);
/// What the position has to receive (> 0) or to pay (< 0) at `rate`; a payment is rounded up, a
/// receipt down. `part` is the share of the period for which it was open: who comes a moment before
/// has a moment's part.
Decimal funding(const Position& position, Decimal mark, Decimal rate,
                Decimal part = Decimal::of(1));
/// How much of what it has to pay (≥ 0) it is worth at the mark. It owes no more: whoever is not
/// worth it is about to be liquidated, and the insurance does not pay for what nobody gets.
Decimal worth_paying(const Position& position, Decimal mark, Decimal payment);
/// What those who receive get together of what they claim, where those who pay are worth
/// `collected` and are not worth `missing`. What is claimed above both the house owes, which is the
/// other side of it. What is collected above what is claimed is the house's, after the others.
Decimal shared_funding(Decimal claimed, Decimal collected, Decimal missing);
/// What is moved for it, and what is unpaid then: both are settled together.
struct FundingMoved {
    Decimal amount;  ///< received (> 0) or paid (< 0) by the margin, and never more than it
    Decimal unpaid;  ///< ≥ 0
};
FundingMoved move_funding(const Position& position, Decimal funding);
/// The share of the `period` (> 0) between two payments, of a position that was open for so long.
Decimal part_of_funding(std::chrono::microseconds open, std::chrono::microseconds period);

/// How the margin is divided, and what else moves, when a position ends. None is negative.
struct Closing {
    Decimal released;        ///< of the margin, back to the client
    Decimal to_liquidity;    ///< of the margin: the loss, as far as the margin reaches
    Decimal to_insurance;    ///< of the margin: what a liquidation leaves
    Decimal profit;          ///< to the client, from the house (see split)
    Decimal from_insurance;  ///< to house:liquidity: a loss beyond the margin
    Decimal result;   ///< the client's profit or loss without fee and funding, at least −margin
    Decimal funding;  ///< of what comes back to the client: unpaid funding, to house:liquidity
    Decimal fee;      ///< of what comes back to the client after that
};
/// `fee_rate` is a share of the notional.
Closing close(const Position& position, Decimal price, Decimal fee_rate = {});
/// The whole margin is gone; a profit, if funding took the margin of a winner, stays where it is,
/// and unpaid funding beyond it counts to the loss.
Closing liquidate(const Position& position, Decimal price);

/// Who pays a profit: house:liquidity, then house:insurance. Nothing where both together have too
/// little, and then the closing waits.
struct Payment {
    Decimal from_liquidity;
    Decimal from_insurance;
};
std::optional<Payment> split(Decimal amount, Decimal liquidity, Decimal insurance);

/// Whether a mark has reached a target: for a long one, profit is taken at or above the price and a
/// loss stopped at or below it; for a short one the other way round.
bool profit_reached(Side side, Decimal take_profit, Decimal mark);
bool loss_reached(Side side, Decimal stop_loss, Decimal mark);
/// Whether the mark is worse for opening than the price that was seen by more than `share` of it.
bool slipped(Side side, Decimal seen, Decimal mark, Decimal share);

/// The fields of the specification, from which its formulas give the figures back: unrealised =
/// total_asset + total_top_up, size = income + total_top_up, return on equity = 10 ×
/// rate_of_return.
struct SpecifiedFields {
    Decimal total_top_up;
    Decimal total_asset;
    Decimal income;
    Decimal rate_of_return;
};
SpecifiedFields specified(Decimal added, Decimal unrealised, Decimal size, Decimal return_percent);

/// The terms of closing early. Before `minimum_days` a position may be closed only where its
/// unrealised profit is at least `target` (a share) of what was put in, or its equity at most what
/// was put in less that much.
struct Terms {
    std::int64_t minimum_days = 0;
    Decimal target;
};
struct EarlyClose {
    bool allowed = true;
    std::int64_t days_left = 0;
    Decimal target;        ///< USDT of unrealised profit
    Decimal funds_to_add;  ///< USDT of equity
};
/// `age_days` whole days since the opening.
EarlyClose early_close(const Terms& terms, std::int64_t age_days, const Position& position,
                       Decimal put_in, Decimal price);

/// Why a position was liquidated, figure by figure: "equity = 100 + 0.01 × (59000 − 67000) = 20;
/// maintenance = …; 20 ≤ 29.5".
std::string explain(const Position& position, Decimal price);

}  // namespace cambio::futures

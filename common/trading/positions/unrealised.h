#pragma once

namespace cambio::positions {

/// What each open position would win or lose at the mark, or at the price of a close that was asked
/// for, as a table of SQL with the columns position_id, client_id and amount: futures::unrealised
/// with its rounding, a profit down and a loss up, less the funding that is unpaid. It is part of
/// what a client's FUTURE wallet is worth.
inline constexpr const char* unrealised_profits = R"sql((
    select p.id as position_id, p.client_id,
           floor(p.quantity * case p.side when 1 then v.price - p.opening_price
                                          else p.opening_price - v.price end * 1e18)
               * 1e-18 - p.unpaid_funding as amount
      from positions p left join marks k on k.market_id = p.market_id,
           lateral (select coalesce(p.requested_price, k.price, p.opening_price) as price) v
     where p.state in (1, 2)) unrealised_profits )sql";

}  // namespace cambio::positions

#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::wallet {

extern const std::span<const fcgi::Route> balance_routes;
extern const std::span<const fcgi::Route> profit_routes;
extern const std::span<const fcgi::Route> transfer_routes;
extern const std::span<const fcgi::Route> portfolio_routes;
extern const std::span<const fcgi::Route> order_history_routes;
extern const std::span<const fcgi::Route> other_history_routes;
extern const std::span<const fcgi::Route> single_coin_routes;
extern const std::span<const fcgi::Route> cost_routes;
extern const std::span<const fcgi::Route> statement_routes;
extern const std::span<const fcgi::Route> realized_gains_routes;
extern const std::span<const fcgi::Route> tax_transaction_routes;
extern const std::span<const fcgi::Route> web3_routes;

}  // namespace cambio::wallet

#pragma once

#include <functional>

#include "fcgi/route.h"
#include "holdings.h"
#include "pg/pg.h"

/// Balances are asked for far more often than they change, but who asks after an order must see its
/// effect, so no answer may be older than its question. One thread takes all questions that have
/// come in and reads the balances of all their clients with one statement: a busy process costs
/// PostgreSQL no more than an idle one, and every answer was read after its question came.
namespace cambio::wallet {

using View = std::function<std::string(const Catalogue&, Holdings)>;

/// What a view looks at: without positions, Holdings::unrealised is 0, and nobody asks for it.
enum class Of { balances, balances_and_positions };

void start_reader(pg::Pool& pool);
/// Answers what is queued, then joins.
void stop_reader();

/// Answers with the JSON text that `view` makes of the client's holdings, or with what it throws.
void ask(fcgi::Later later, ClientId client, Of what, View view);

}  // namespace cambio::wallet

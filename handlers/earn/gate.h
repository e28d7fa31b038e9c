#pragma once

#include "account/step_up.h"
#include "earn/plans.h"
#include "fcgi/lane.h"
#include "fcgi/serve.h"

/// A plan trades by itself: whoever makes one, or lets it go on, proves to be its owner.
namespace cambio::earn {

void start_gate(fcgi::Services& services);
void stop_gate();

/// For transaction passwords, of which one may take 100 ms.
fcgi::Lane& password_lane();

/// On that lane, before the transaction. Throws what account::expect_transaction_password throws.
void expect_transaction_password(const fcgi::Request& request, const std::string& password);

/// The act start_plan: see account::prove() and account::acted().
void prove_start(pg::Transaction& tx, const fcgi::Request& request, const account::Proof& proof);
void started(pg::Transaction& tx, const fcgi::Request& request, const Plan& plan);

/// The activity has it, and the owner is told: a stolen session shall not stop one unseen.
void stopped(pg::Transaction& tx, const fcgi::Request& request, const Plan& plan);

}  // namespace cambio::earn

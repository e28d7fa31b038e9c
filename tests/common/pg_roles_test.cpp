// By which role a program connects.
#include <gtest/gtest.h>

#include "pg/roles.h"

namespace cambio::pg {
namespace {

TEST(Roles, AreOnesOwnWhereAProgramHasOne) {
    EXPECT_EQ(role_of("spot"), "cambio_spot");
    EXPECT_EQ(role_of("watch_deposits"), "cambio_deposits");
    EXPECT_EQ(role_of("audit_ledger"), "cambio_audit");
    for (const char* fetcher : {"fetch_books", "fetch_marks", "fetch_tickers"})
        EXPECT_EQ(role_of(fetcher), "cambio_market");
    EXPECT_EQ(role_of("send_pushes"), "cambio_push");
    EXPECT_EQ(role_of("fetch_trades"), std::nullopt);
    EXPECT_EQ(role_of("cambioctl"), "cambio_operator");
    EXPECT_EQ(role_of("chart"), std::nullopt);
    EXPECT_EQ(role_of("migrate"), std::nullopt);
    EXPECT_EQ(role_of(""), std::nullopt);
}

TEST(Roles, TakeThePlaceOfTheSharedOneAlone) {
    for (const char* shared :
         {"postgresql://cambio_app@/cambio?host=/run", "postgresql://cambio_app:secret@db/cambio",
          "host=/run user=cambio_app dbname=cambio", "user = 'cambio_app'"})
        EXPECT_EQ(user_for(shared, "spot"), "cambio_spot") << shared;
    for (const char* other : {"postgresql://cambio_owner@/cambio?host=/run",
                              "host=/run dbname=cambio", "", "no conninfo"})
        EXPECT_EQ(user_for(other, "spot"), std::nullopt) << other;
    EXPECT_EQ(user_for("user=cambio_app", "chart"), std::nullopt);
}

}  // namespace
}  // namespace cambio::pg

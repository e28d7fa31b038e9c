// What the suites of stop orders and pairs share.
#pragma once

#include "handlers/spot_fixture.h"

namespace cambio {

class SpotStops : public Spot {
  protected:
    Fields stop(const std::string& side, const std::string& stop_price, const std::string& price,
                const std::string& quantity, const Fields& more = {}) const {
        Fields fields = order(
            side, "STOP_LIMIT",
            {{"stop_price", stop_price}, {"order_per_unit", price}, {"number_of_order", quantity}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    /// STOP_MARKET, TAKE_PROFIT_MARKET: `amount` names the quantity or the total.
    Fields market_stop(const std::string& type, const std::string& side,
                       const std::string& stop_price, const Fields& amount) const {
        Fields fields = order(side, type, {{"stop_price", stop_price}});
        for (const auto& [name, value] : amount) fields[name] = value;
        return fields;
    }
    Fields oco(const std::string& side, const std::string& price, const std::string& stop_price,
               const std::string& stop_limit, const std::string& quantity,
               const Fields& more = {}) const {
        Fields fields = order(side, "OCO",
                              {{"order_per_unit", price},
                               {"stop_price", stop_price},
                               {"stop_limit_price", stop_limit},
                               {"number_of_order", quantity}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    /// Both legs of a pair that must be accepted.
    static Json::Value placed_pair(FastCgiClient& client, const Fields& fields) {
        const Answer answer = place(client, fields);
        EXPECT_EQ(answer.status, 200) << answer.body;
        const Json::Value reply = answer.json();
        EXPECT_EQ(reply["orders"].size(), 2u) << answer.body;
        EXPECT_EQ(reply["order"], reply["orders"][0]);
        return reply["orders"];
    }
    static Json::Value stored(FastCgiClient& client, const Json::Value& placed) {
        for (const char* path : {open_orders, order_histories}) {
            const Json::Value reply = client.get(path).json();
            for (const Json::Value& order : reply["orders"]) {
                if (order["id"] == placed["id"]) return order;
            }
        }
        ADD_FAILURE() << "order " << placed["id"].asString() << " is in no list";
        return {};
    }
    static bool is_triggered(const Json::Value& placed) {
        return number("select count(*) as n from orders where id = $1 and triggered_at is not null",
                      {placed["id"].asString()}) == 1;
    }
    static void wait_until_triggered(const Json::Value& placed) {
        test::wait_until("order " + placed["id"].asString() + " to be triggered",
                         [&] { return is_triggered(placed); });
    }
    static std::int64_t notices(const Person& person, const char* kind) {
        return number("select count(*) as n from notifications where client_id = $1 and kind = $2",
                      {person.id, kind});
    }
};

}  // namespace cambio

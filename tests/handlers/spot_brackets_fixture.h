// What the suites of attached take-profits and stop-losses share.
#pragma once

#include "handlers/spot_stops_fixture.h"

namespace cambio {

class SpotBrackets : public SpotStops {
  protected:
    Fields bracket(const std::string& side, const std::string& price, const std::string& quantity,
                   const std::string& profit, const std::string& stop,
                   const Fields& more = {}) const {
        Fields fields = limit(side, price, quantity, more);
        fields["take_profit"] = profit;
        fields["stop_loss"] = stop;
        return fields;
    }
    /// Of a purchase at 100, which rests below the house's 101 until somebody sells to it.
    Fields purchase(const std::string& quantity, const Fields& more = {}) const {
        Fields fields = bracket("BUY", "100", quantity, "105", "95", more);
        fields["stop_loss_limit"] = "94";
        return fields;
    }

    static pg::Result row_of(const Json::Value& order) {
        return world->superuser().run("select * from spot_brackets where order_id = $1",
                                      {order["id"].asString()});
    }
    static void wait_for(const Json::Value& order, int state) {
        test::wait_until("the bracket of order " + order["id"].asString() + " to end as " +
                             std::to_string(state),
                         [&] {
                             const pg::Result rows = row_of(order);
                             return !rows.empty() && rows[0].integer("state") == state;
                         });
    }
    /// The same where it was put off: nobody waits for its next turn.
    static void asked_for_until(const Json::Value& order, int state) {
        test::wait_until("the bracket of order " + order["id"].asString() + " to end", [&] {
            world->superuser().run(
                "update spot_brackets set due_at = now() where order_id = $1 and state = 1",
                {order["id"].asString()});
            return row_of(order)[0].integer("state") == state;
        });
    }
    static constexpr int waiting = 1, placed_pairs = 2, refused = 3, cancelled = 4;

    /// The legs that the order's bracket stands for, the limit leg first; empty while there are
    /// none.
    static std::vector<Json::Value> legs(FastCgiClient& client, const Json::Value& order) {
        const std::string key = "bracket:" + order["id"].asString();
        const Json::Value open = client.get(open_orders).json()["orders"];
        std::vector<Json::Value> found;
        for (const Json::Value& one : open) {
            if (one["client_id"].asString() == key) found.push_back(one);
        }
        if (found.empty()) return found;
        for (const Json::Value& one : open) {
            if (one["oco_group"] == found[0]["oco_group"] && one["id"] != found[0]["id"])
                found.push_back(one);
        }
        EXPECT_EQ(found.size(), 2u);
        return found;
    }
    static std::int64_t orders(const Person& person) {
        return number("select count(*) as n from orders where client_id = $1", {person.id});
    }
    /// When the pairs of orders that are done from now on are asked for.
    static void due(const std::string& when) {
        const std::string change = "alter table spot_brackets alter column due_at set default ";
        world->superuser().run((change + when).c_str());
    }
    /// Filled; its pair is due, and was not asked for. The process has ended.
    Json::Value waits_unplaced(FastCgiClient& client) const {
        const auto order = placed(client, purchase("2"));
        due("now() + interval '1 hour'");
        const Person ben = person();
        auto ben_calls = as(ben);
        placed(ben_calls, limit("SELL", "100", "2"));
        wait_for(order, waiting);
        spot->kill();
        due("now()");
        ask_again(order);
        return order;
    }
    /// Filled, and others have traded since at 109, where the provider's price is 100. Its pair is
    /// due.
    Json::Value waits_beside_a_trade_far_away(FastCgiClient& client,
                                              const std::string& profit) const {
        const Person ben = person(), carl = person();
        auto ben_calls = as(ben), carl_calls = as(carl);
        const auto order =
            placed(client, bracket("BUY", "100", "2", profit, "95", {{"stop_loss_limit", "94"}}));
        due("now() + interval '1 hour'");
        placed(ben_calls, limit("SELL", "100", "2"));
        wait_for(order, waiting);
        due("now()");
        placed(ben_calls, limit("SELL", "109", "0.1"));
        // The house has 10 at 101 and 10 at 102.
        const auto far =
            placed(carl_calls, limit("BUY", "109", "20.1", {{"time_in_force", "IOC"}}));
        EXPECT_EQ(number("select count(*) as n from fills where taker_order = $1 and price = 109",
                         {far["id"].asString()}),
                  1);
        ask_again(order);
        return order;
    }
    static void wait_until_put_off(const Json::Value& order) {
        test::wait_until("the bracket of order " + order["id"].asString() + " to be put off", [&] {
            return number(
                       "select count(*) as n from spot_brackets "
                       "where order_id = $1 and state = 1 and due_at > done_at",
                       {order["id"].asString()}) == 1;
        });
    }
    /// Filled for two coins; its pair is due now.
    Json::Value due_now(const Json::Value& order) const {
        const Person ben = person();
        auto ben_calls = as(ben);
        due("now() + interval '1 hour'");
        placed(ben_calls, limit("SELL", "100", "2"));
        wait_for(order, waiting);
        due("now()");
        return order;
    }
    static void ask_for(const Json::Value& order) {
        world->superuser().run("update spot_brackets set due_at = now() where order_id = $1",
                               {order["id"].asString()});
    }
    /// The same so that it shows when it is put off.
    static void ask_again(const Json::Value& order) {
        world->superuser().run("update spot_brackets set due_at = done_at where order_id = $1",
                               {order["id"].asString()});
    }
    /// The one order of this client's with this stop price.
    static Json::Value stop_at(const Person& person, const std::string& price) {
        Json::Value stop;
        const auto rows = world->superuser().run(
            "select id from orders where client_id = $1 and stop_price = $2::numeric",
            {person.id, price});
        EXPECT_EQ(rows.size(), 1u);
        if (!rows.empty()) stop["id"] = rows[0].str("id");
        return stop;
    }
    /// While this lives no pair can be stored, and nobody knows why.
    struct Unwilling {
        Unwilling() {
            world->superuser().script(
                "create function no_pair() returns trigger language plpgsql as $$ begin "
                "raise sqlstate 'XX002'; end $$; "
                "create trigger no_pair before insert on orders for each row "
                "when (new.client_key like 'bracket:%') execute function no_pair()");
        }
        ~Unwilling() {
            world->superuser().script("drop trigger no_pair on orders; drop function no_pair()");
        }
        Unwilling(const Unwilling&) = delete;
        Unwilling& operator=(const Unwilling&) = delete;
    };
    static void begin_again(FastCgiClient& client) {
        spot->start();
        client.hang_up();
    }
};

}  // namespace cambio

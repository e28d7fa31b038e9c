#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "pg/binary.h"
#include "pg/pipeline.h"
#include "support/builders.h"
#include "support/scratch_database.h"

namespace cambio::pg {

namespace {

using test::dec;
using Element = BinaryArray::Element;

class PgPipeline : public testing::Test {
  protected:
    PgPipeline() : connection{database.superuser()} {
        connection.script("create table things (id bigint primary key, amount numeric(38,18))");
        prepare(connection, "add", R"sql(
            insert into things select * from unnest($1::bigint[], $2::numeric[]))sql");
    }

    void send(Pipeline& pipeline, const std::vector<std::pair<std::int64_t, const char*>>& rows) {
        BinaryArray ids{Element::bigint}, amounts{Element::numeric};
        for (const auto& [id, amount] : rows) {
            ids.add(id);
            amounts.add(dec(amount));
        }
        pipeline.send("add", {ids.bytes(), amounts.bytes()});
    }
    std::int64_t count() {
        return connection.run("select count(*) as n from things")[0].integer("n");
    }

    test::ScratchDatabase database{test::ScratchDatabase::Content::empty};
    Connection connection;
};

TEST_F(PgPipeline, DecimalsArriveExactly) {
    const char* const amounts[] = {"0",
                                   "1",
                                   "-1",
                                   "0.000000000000000001",
                                   "10000",
                                   "0.0001",
                                   "99999999999999999999.999999999999999999",
                                   "-99999999999999999999.999999999999999999",
                                   "123456789.123456789123456789",
                                   "100000000",
                                   "0.12",
                                   "96400.5",
                                   "5000000000000000000",
                                   "0.00000000000000012"};
    std::vector<std::pair<std::int64_t, const char*>> rows;
    for (const char* amount : amounts) rows.emplace_back(rows.size() + 1, amount);
    {
        Pipeline pipeline{connection};
        send(pipeline, rows);
        pipeline.finish();
    }
    for (const auto& [id, amount] : rows) {
        const Result found = connection.run("select amount from things where id = $1", {id});
        EXPECT_EQ(found[0].decimal("amount").str(), amount);
    }
}

TEST_F(PgPipeline, EveryElementArrives) {
    prepare(connection, "all", R"sql(
        select v.* from unnest($1::bigint[], $2::smallint[], $3::integer[], $4::text[],
                               $5::boolean[], $6::timestamptz[]) as v (a, b, c, d, e, f))sql");
    BinaryArray big{Element::bigint}, small{Element::smallint}, whole{Element::integer},
        text{Element::text}, yes{Element::boolean}, time{Element::timestamptz};
    const Time now = pg::now();
    big.add(std::numeric_limits<std::int64_t>::min());
    small.add_small(-7);
    whole.add_integer(70000);
    text.add(std::string_view{"grün, \"quoted\" {and} more"});
    yes.add_boolean(true);
    time.add(now);
    for (BinaryArray* array : {&big, &small, &whole, &text, &yes, &time}) array->add_null();
    std::vector<Result> results;
    {
        Pipeline pipeline{connection};
        pipeline.send("all", {big.bytes(), small.bytes(), whole.bytes(), text.bytes(), yes.bytes(),
                              time.bytes()});
        results = pipeline.finish();
    }
    ASSERT_EQ(results.size(), 1u);
    const Row row = results[0][0];
    EXPECT_EQ(row.integer("a"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(row.integer("b"), -7);
    EXPECT_EQ(row.integer("c"), 70000);
    EXPECT_EQ(row.text("d"), "grün, \"quoted\" {and} more");
    EXPECT_TRUE(row.boolean("e"));
    EXPECT_EQ(row.time("f"), now);
    for (const char* column : {"a", "b", "c", "d", "e", "f"}) {
        EXPECT_TRUE(results[0][1].null(column)) << column;
    }
}

TEST_F(PgPipeline, EmptyArraysAreArrays) {
    Pipeline pipeline{connection};
    send(pipeline, {});
    EXPECT_NO_THROW(pipeline.finish());
}

TEST_F(PgPipeline, MoreParametersThanItHoldsAreRefused) {
    constexpr std::size_t most = Pipeline::max_parameters;
    const auto declared = [](std::size_t count) {
        std::string list;
        for (std::size_t i = 1; i <= count; ++i)
            list += (i == 1 ? "$" : ", $") + std::to_string(i) + "::bigint[]";
        return "select " + list;
    };
    prepare(connection, "as_many", declared(most).c_str());
    BinaryArray empty{Element::bigint};
    const std::string_view one = empty.bytes();
    Pipeline pipeline{connection};
    // 32 and 33 of them: a list cannot be made at run time.
    pipeline.send("as_many",
                  {one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one,
                   one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one});
    EXPECT_THROW(pipeline.send("one_more", {one, one, one, one, one, one, one, one, one, one, one,
                                            one, one, one, one, one, one, one, one, one, one, one,
                                            one, one, one, one, one, one, one, one, one, one, one}),
                 std::length_error);
    EXPECT_EQ(pipeline.finish().size(), 1u);
}

TEST_F(PgPipeline, OneFailureUndoesAll) {
    {
        Pipeline pipeline{connection};
        send(pipeline, {{1, "1"}});
        send(pipeline, {{2, "1"}, {1, "2"}});
        send(pipeline, {{3, "1"}});
        try {
            pipeline.finish();
            FAIL() << "a key twice";
        } catch (const Failure& failure) {
            EXPECT_TRUE(failure.unique_violation());
            EXPECT_EQ(failure.constraint, "things_pkey");
        }
    }
    EXPECT_EQ(count(), 0);
    {
        Pipeline pipeline{connection};
        send(pipeline, {{1, "1"}});
        send(pipeline, {{2, "1"}});
        EXPECT_EQ(pipeline.finish().size(), 2u);
    }
    EXPECT_EQ(count(), 2);
}

TEST_F(PgPipeline, InsideATransactionItWaitsForTheCommit) {
    {
        Transaction tx{connection};
        Pipeline pipeline{connection};
        send(pipeline, {{1, "1"}});
        pipeline.finish();
    }
    EXPECT_EQ(count(), 0);
}

TEST_F(PgPipeline, ALostConnectionSaysSo) {
    Connection other{database.superuser()};
    const auto pid = connection.run("select pg_backend_pid() as n")[0].integer("n");
    other.run("select pg_terminate_backend($1)", {pid});
    try {
        Pipeline pipeline{connection};
        send(pipeline, {{1, "1"}});
        pipeline.finish();
        FAIL() << "nobody was there";
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.connection_lost()) << failure.state;
    }
}

}  // namespace

}  // namespace cambio::pg

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "common/settlement_fixture.h"
#include "support/scheduling.h"

namespace cambio::settlement {

namespace {

/// What stands where nginx's publisher would: keeps every message.
class Recorder {
  public:
    Recorder() {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = folder_.file("push.sock");
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
        ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        ::listen(listener_, 8);
        thread_ = std::thread{[this] {
            for (int fd = -1; (fd = ::accept(listener_, nullptr, nullptr)) >= 0;) serve(fd);
        }};
    }
    ~Recorder() {
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    std::string url() const { return "unix:" + folder_.file("push.sock"); }
    bool holds(const std::string& channel, const std::string& text) {
        const std::lock_guard lock{mutex_};
        return std::any_of(messages_.begin(), messages_.end(), [&](const auto& message) {
            return message.first == channel && message.second.find(text) != std::string::npos;
        });
    }

  private:
    void serve(int fd) {
        std::string text;
        char piece[65536];
        for (ssize_t count = 0; (count = ::read(fd, piece, sizeof piece)) > 0;) {
            text.append(piece, static_cast<std::size_t>(count));
            while (take(text)) {
                constexpr std::string_view reply = "HTTP/1.1 202 OK\r\nContent-Length: 0\r\n\r\n";
                if (::write(fd, reply.data(), reply.size()) < 0) break;
            }
        }
        ::close(fd);
    }
    bool take(std::string& text) {
        const auto end = text.find("\r\n\r\n");
        if (end == std::string::npos) return false;
        const auto length = std::stoul(text.substr(text.find("Content-Length: ") + 16));
        if (text.size() < end + 4 + length) return false;
        const auto start = text.find("/publish/") + 9;
        const std::lock_guard lock{mutex_};
        messages_.emplace_back(text.substr(start, text.find(' ', start) - start),
                               text.substr(end + 4, length));
        text.erase(0, end + 4 + length);
        return true;
    }

    test::ScratchFolder folder_;
    int listener_ = -1;
    std::mutex mutex_;
    std::vector<std::pair<std::string, std::string>> messages_;
    std::thread thread_;
};

TEST_F(Settlement, AnOrderThatCannotBePaidIsRefusedWithoutItsNeighbours) {
    const Trader anna = trader("1000");
    const Trader ben = trader("1000");
    const auto engine = sequencer();
    ASSERT_EQ(error_of(submit(*engine, anna, limit(Side::buy, "50000", "0.002")).get()), "");
    std::future<Outcome> poor, rich;
    {
        Held held{market};
        poor = submit(*engine, anna, limit(Side::buy, "50000", "0.018"));
        rich = submit(*engine, ben, limit(Side::buy, "50000", "0.018"));
        wait_for("Lock");
        // Anna spends elsewhere what the batch, matched already, relies on.
        pg::Transaction tx{world->app()};
        const AssetId usdt = world->asset("USDT");
        const auto wallet = [&](ledger::Wallet which) {
            return ledger::client_account(tx, anna.person.id, which, false, usdt);
        };
        ledger::transfer(tx, wallet(ledger::Wallet::spot), wallet(ledger::Wallet::funding),
                         dec("1"), ledger::Kind::wallet_transfer, 1);
        tx.commit();
        held.tx.commit();
    }
    EXPECT_EQ(error_of(poor.get()), "insufficient_balance");
    const Outcome fine = rich.get();
    ASSERT_EQ(error_of(fine), "");
    EXPECT_EQ(fine.orders.front().state, OrderState::pending);
    EXPECT_EQ(anna.person.balance("USDT"), dec("899"));
    EXPECT_EQ(ben.person.held("USDT"), dec("900"));
}

TEST_F(Settlement, ABatchWhoseConnectionBreaksBeforeTheCommitIsReplayed) {
    const Trader anna = trader();
    const auto engine = sequencer();
    std::future<Outcome> answer;
    {
        Held held{market};
        answer = submit(*engine, anna, limit(Side::buy, "50000", "0.01", "cut"));
        wait_for("Lock");
        cut("wait_event_type = 'Lock'");
        held.tx.commit();
    }
    const Outcome outcome = answer.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(orders_of(anna), 1);
    EXPECT_EQ(anna.person.held("USDT"), dec("500"));
}

/// The commit is durable, but the connection breaks before it is confirmed: a standby that does not
/// exist holds the confirmation up.
TEST_F(Settlement, ACommitWhoseAnswerIsLostIsFoundAndNotRepeated) {
    const Trader anna = trader();
    const Trader ben = trader();
    const auto engine = sequencer();
    const auto resting = submit(*engine, ben, limit(Side::buy, "40000", "0.01")).get();
    std::future<Outcome> answer;
    {
        Unconfirmed commits;
        answer = submit(*engine, anna, limit(Side::buy, "50000", "0.01"));
        wait_until("the commit to wait", [&] { return commits.waiting(); });
        commits.terminate();
    }
    const Outcome outcome = answer.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().state, OrderState::pending);
    EXPECT_EQ(orders_of(anna), 1);
    EXPECT_EQ(anna.person.held("USDT"), dec("500"));
}

/// Neither the order nor its repeats are acknowledged before they are confirmed: they could be lost
/// with this server.
TEST_F(Settlement, AnOrderWhoseCommitIsNotConfirmedIsNotAcknowledged) {
    const auto engine = sequencer();
    int last = 0;
    for (const auto cut : {&Unconfirmed::cancel, &Unconfirmed::terminate}) {
        // It takes all that she has: its repeat would be refused if it were not found.
        const Trader anna = trader("500");
        const auto order = limit(Side::buy, "50000", "0.01", "sure" + std::to_string(++last));
        {
            Unconfirmed commits;
            for (int times = 0; times < 3; ++times)
                EXPECT_EQ(error_of(unconfirmed(submit(*engine, anna, order), cut, commits)),
                          "unavailable");
        }
        const Outcome outcome = submit(*engine, anna, order).get();
        ASSERT_EQ(error_of(outcome), "");
        EXPECT_EQ(outcome.orders.front().quantity, dec("0.01"));
        EXPECT_EQ(orders_of(anna), 1);
        EXPECT_EQ(anna.person.held("USDT"), dec("500"));
    }
}

/// Another process may have come so far, and this one finds what it has left.
TEST_F(Settlement, WhatAnotherProcessHasNotConfirmedIsNotToldOf) {
    const Trader anna = trader("500");
    const auto order = limit(Side::buy, "50000", "0.01", "other");
    const auto engine = sequencer();
    {
        Unconfirmed commits;
        {
            const auto other = sequencer();
            unconfirmed(submit(*other, anna, order), &Unconfirmed::cancel, commits);
        }
        EXPECT_EQ(
            error_of(unconfirmed(submit(*engine, anna, order), &Unconfirmed::cancel, commits)),
            "unavailable");
    }
    ASSERT_EQ(error_of(submit(*engine, anna, order).get()), "");
    EXPECT_EQ(orders_of(anna), 1);
}

/// The commit of a change is in, but nobody hears so: it is found by its number.
TEST_F(Settlement, AChangeWhoseCommitWasLostIsDoneOnce) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const auto order = submit(*engine, anna, limit(Side::buy, "40000", "0.02")).get().orders[0];
    std::future<Outcome> answer;
    {
        Unconfirmed commits;
        answer = submit(*engine, anna, change(order, {}, "0.01"));
        wait_until("the commit to wait", [&] { return commits.waiting(); });
        commits.terminate();
    }
    const Outcome outcome = answer.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().quantity, dec("0.01"));
    EXPECT_EQ(anna.person.held("USDT"), dec("400"));
    EXPECT_EQ(changes_of(order), 1);
}

TEST_F(Settlement, AnOrderIsPlacedAndChangedTwiceInOneBatch) {
    // A market in which nobody else's orders rest.
    market = world->market("ETHUSDT");
    const Trader anna = trader();
    const Trader ben = trader();
    Trader seller = trader();
    seller.person.with("ETH", "1");
    const auto engine = sequencer();
    const auto order = submit(*engine, anna, limit(Side::buy, "4000", "0.02")).get().orders[0];
    std::vector<std::future<Outcome>> answers;
    {
        Held held{market};
        submit(*engine, trader(), limit(Side::buy, "3000", "0.01"));
        wait_for("Lock");
        answers.push_back(submit(*engine, ben, limit(Side::buy, "4100", "0.01")));
        answers.push_back(submit(*engine, anna, change(order, "4100", {}, "key")));
        answers.push_back(submit(*engine, anna, change(order, {}, "0.01")));
        answers.push_back(submit(*engine, anna, change(order, "4100", {}, "key")));
        answers.push_back(submit(*engine, seller, limit(Side::sell, "4100", "0.015")));
        held.tx.commit();
    }
    EXPECT_EQ(answers[0].get().orders.front().state, OrderState::approved);
    for (const std::size_t i : {1, 2, 3}) {
        const Outcome outcome = answers[i].get();
        ASSERT_EQ(error_of(outcome), "");
        const Order& changed = outcome.orders.front();
        EXPECT_EQ(changed.id, order.id);
        EXPECT_EQ(changed.quantity, dec("0.01"));
        EXPECT_EQ(changed.filled, dec("0.005"));
    }
    EXPECT_EQ(error_of(answers[4].get()), "");
    EXPECT_EQ(changes_of(order), 2);
    EXPECT_EQ(anna.person.held("USDT"), dec("20.5"));
}

TEST_F(Settlement, OneBatchMatchesInOrderOfArrival) {
    const Trader anna = trader();
    const Trader ben = trader();
    const auto engine = sequencer();
    std::vector<std::future<Outcome>> answers;
    {
        Held held{market};
        submit(*engine, trader(), limit(Side::buy, "30000", "0.01"));
        wait_for("Lock");
        answers.push_back(submit(*engine, anna, limit(Side::sell, "60001", "0.01", "a")));
        answers.push_back(submit(*engine, anna, limit(Side::sell, "60000", "0.01")));
        answers.push_back(submit(*engine, ben, limit(Side::buy, "60001", "0.015")));
        answers.push_back(submit(*engine, anna, limit(Side::sell, "60001", "0.01", "a")));
        held.tx.commit();
    }
    const Outcome first = answers[0].get();
    EXPECT_EQ(first.orders.front().filled, dec("0.005"));
    EXPECT_EQ(answers[1].get().orders.front().state, OrderState::approved);
    EXPECT_EQ(answers[2].get().orders.front().filled_total, dec("900.005"));
    // The same key in the same batch is the same order.
    EXPECT_EQ(answers[3].get().orders.front().id, first.orders.front().id);
    EXPECT_EQ(orders_of(anna), 2);
}

/// The first finds nothing to buy. The second is sent while the first's batch waits, and would meet
/// an offer in the next one.
TEST_F(Settlement, TheSameOrderSentTwiceAtOnceHasOneAnswer) {
    const Trader anna = trader();
    const Trader ben = trader();
    const auto engine = sequencer();
    PlaceOrder at_once = limit(Side::buy, "57000", "0.01", "twice");
    at_once.time_in_force = TimeInForce::ioc;
    PlaceOrder elsewhere = limit(Side::buy, "1000", "0.01");
    elsewhere.market = world->market("ETHUSDT");
    std::future<Outcome> first, second, offer;
    {
        Held next{elsewhere.market};
        {
            Held held{market};
            submit(*engine, ben, limit(Side::buy, "30000", "0.01"));
            wait_for("Lock");
            first = submit(*engine, anna, at_once);
            submit(*engine, ben, elsewhere);
            held.tx.commit();
        }
        wait_until("the first to wait in its batch", [&] { return next.blocks(); });
        offer = submit(*engine, ben, limit(Side::sell, "57000", "0.01"));
        second = submit(*engine, anna, at_once);
        next.tx.commit();
    }
    EXPECT_EQ(error_of(offer.get()), "");
    EXPECT_EQ(error_of(first.get()), "no_liquidity");
    EXPECT_EQ(error_of(second.get()), "no_liquidity");
    EXPECT_EQ(orders_of(anna), 0);
    EXPECT_EQ(error_of(submit(*engine, anna, at_once).get()), "no_liquidity") << "later, too";
    at_once.client_key = "another";
    EXPECT_EQ(submit(*engine, anna, at_once).get().orders.front().filled, dec("0.01"));
}

TEST_F(Settlement, WhatIsDurableIsPushed) {
    Recorder recorder;
    Push real{recorder.url(), redis};
    Config config = Config::read(world->config().path());
    config.push_url = recorder.url();
    Sequencer engine{config, real};
    engine.start();
    const Trader anna = trader();
    const Trader ben = trader();
    submit(engine, anna, limit(Side::sell, "59000", "0.01")).wait();
    submit(engine, ben, limit(Side::buy, "59000", "0.004")).wait();
    const auto pushed = [&](const std::string& channel, const std::string& text) {
        wait_until(text, [&] { return recorder.holds(channel, text); });
    };
    const std::string own = "client." + anna.person.unique_id;
    pushed(own, R"({"channel":"client","type":"order","seq":)");
    pushed(own, R"("filled":"0.004")");
    pushed(own, R"("type":"balance")");
    pushed(own,
           R"({"wallet":"SPOT","name":"BTC","wallet_balance":"9.99","freeze_balance":"0.006"})");
    pushed("client." + ben.person.unique_id, R"("state":"APPROVED")");
    pushed("market.BTCUSDT", R"({"channel":"trades","pair":"BTCUSDT","seq":)");
    pushed("market.BTCUSDT", R"({"px":"59000","sz":"0.004","side":"buy","ts":")");
    pushed("market.BTCUSDT", R"({"unit_price":"59000","number_of_order":"0.006","total":"354"})");
    // What one order takes at one price is told as such, the newest first.
    submit(engine, anna, limit(Side::sell, "59000", "0.01")).wait();
    submit(engine, ben, limit(Side::buy, "59000", "0.008")).wait();
    pushed("market.BTCUSDT", R"({"px":"59000","sz":"0.002","side":"buy","ts":")");
    pushed("market.BTCUSDT", R"("joins":true,"own":true},{"px":"59000","sz":"0.006","side":"buy")");
    engine.stop();
}

TEST_F(Settlement, WhatTellsOfOrdersGivesWayToThem) {
    const int own = test::scheduling_of("/proc/self/stat").nice;
    const auto nicer = [own] {
        std::vector<int> found;
        for (const auto& thread : std::filesystem::directory_iterator{"/proc/self/task"}) {
            const int nice = test::scheduling_of(thread.path() / "stat").nice;
            if (nice > own) found.push_back(nice);
        }
        return found;
    };
    wait_until("none is nicer yet", [&] { return nicer().empty(); });
    const auto engine = sequencer();
    const std::vector<int> publisher(own < 19 ? 1 : 0, std::min(own + 5, 19));
    wait_until("one thread is nicer", [&] { return nicer() == publisher; });
}

TEST_F(Settlement, LevelsAreReadAgainInTheOrderInWhichTheyWereRead) {
    pg::Connection& db = world->app();
    const auto directory = markets::Directory::read(db);
    const Decimal platinum = directory.fees("PLATINUM").maker;
    Accounts accounts;
    std::vector<ClientId> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(trader().person.id);
        accounts.read(db, directory, {clients.back().value});
    }
    // The first one was read again since, so that it is the last.
    const auto before_it = std::chrono::steady_clock::now();
    accounts.read(db, directory, {clients[0].value});
    for (const ClientId id : clients)
        db.run("update clients set membership_level = 'PLATINUM' where id = $1", {id});
    const auto follow = [&](std::chrono::steady_clock::time_point before) {
        accounts.follow_levels(db, directory, {before, {}, 2}, [](ClientId) { return false; });
        std::string known;
        for (const ClientId id : clients)
            known += accounts.client(id)->fees.maker == platinum ? 'x' : '-';
        return known;
    };
    {
        pg::Transaction broken{db};
        EXPECT_THROW(broken.run("select 1 / 0"), pg::Failure);
        EXPECT_THROW(follow(before_it), pg::Failure);
    }
    EXPECT_EQ(follow(before_it), "-xx--") << "who could not be read is read the next time";
    EXPECT_EQ(follow(before_it), "-xxxx");
    EXPECT_EQ(follow(before_it), "-xxxx");
    EXPECT_EQ(follow(std::chrono::steady_clock::now()), "xxxxx");
}

TEST_F(Settlement, ClientsWhoDoNothingAndHaveNothingThatRestsAreLetGo) {
    using std::chrono::steady_clock;
    pg::Connection& db = world->app();
    const auto directory = markets::Directory::read(db);
    const AssetId dollars = world->asset("USDT");
    Accounts accounts;
    const ClientId idle = trader().person.id, rests = trader().person.id,
                   active = trader().person.id;
    accounts.read(db, directory, {idle.value, rests.value, active.value});
    accounts.use(idle, steady_clock::now());
    const auto dollars_of = [&](ClientId id) { return accounts.find({id, dollars, false}); };
    ASSERT_NE(dollars_of(idle), nullptr);
    const auto* const kept = dollars_of(rests);
    const Decimal has = kept->balance;
    const auto later = steady_clock::now() + std::chrono::seconds{1};
    accounts.use(active, later);
    const auto follow = [&](std::size_t most) {
        accounts.follow_levels(db, directory, {steady_clock::now(), later, most},
                               [&](ClientId id) { return id == rests; });
    };
    follow(3);
    EXPECT_EQ(accounts.client(idle), nullptr);
    EXPECT_EQ(dollars_of(idle), nullptr);
    EXPECT_EQ(dollars_of(rests), kept) << "what others know of stays where it is";
    EXPECT_EQ(kept->balance, has);
    EXPECT_NE(accounts.client(rests), nullptr);
    EXPECT_NE(accounts.client(active), nullptr);
    for (int again = 0; again < 3; ++again) follow(1);
    EXPECT_NE(accounts.client(rests), nullptr);

    // Whoever comes back is read as at first.
    accounts.read(db, directory, {idle.value});
    ASSERT_NE(dollars_of(idle), nullptr);
    EXPECT_EQ(dollars_of(idle)->balance, has);
}

/// The owner of the resting order does nothing: its new level must reach the next trade by itself.
TEST_F(Settlement, ANewMembershipLevelReachesOrdersThatRest) {
    const Trader anna = trader();
    const Trader ben = trader();
    const auto engine = sequencer();
    submit(*engine, anna, limit(Side::sell, "58000", "1")).wait();
    world->app().run("update clients set membership_level = 'PLATINUM' where id = $1",
                     {anna.person.id});
    const auto charged = [&] {
        submit(*engine, ben, limit(Side::buy, "58000", "0.0001")).wait();
        return world->app()
            .run("select maker_fee from fills where maker_client = $1 order by seq desc limit 1",
                 {anna.person.id})[0]
            .decimal("maker_fee");
    };
    EXPECT_EQ(charged(), dec("0.0058"));
    wait_until(
        "the new maker fee", [&] { return charged() == dec("0.00232"); }, 60);
}

}  // namespace

}  // namespace cambio::settlement

// Who pays may have changed since the restored moment, and the configuration is not restored: what
// another address has sent is found all the same, or it is said that it may be missing.
#include "restored_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::SizeIs;

constexpr const char* other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
constexpr const char* other_bitcoin = "rb1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg328fddy";

/// Withdrawals that are exported one by one.
template <class Chain>
class RestoredElsewhere : public Restored<Chain> {
  protected:
    void paid(std::int64_t id) {
        const auto file = this->next_file("exported");
        ASSERT_EQ(this->control({"withdrawals", "export", file, "--id", std::to_string(id),
                                 "--reason", "Run"}),
                  0)
            << this->output;
        ASSERT_EQ(this->import(this->signed_file(file)), 0) << this->output;
        this->sent();
    }
    void configured(const char* name, const std::string& address) {
        this->world.config().set(name, address);
    }
};
using ElsewhereOnEthereum = RestoredElsewhere<OnEthereum>;
using ElsewhereOnBitcoin = RestoredElsewhere<OnBitcoin>;

TEST_F(ElsewhereOnEthereum, WhatTheAddressOfBeforeHasSentIsFoundAndTheRestIsUndecided) {
    const auto paid_id = ask("USDT", "ERC20", receiver, "50");
    const auto waiting = ask("USDT", "ERC20", receiver, "20");
    Backup backup{world};
    paid(paid_id);
    anvil.mine(3);
    backup.restore();
    configured("HOT_ETHEREUM_ADDRESS", other);

    guarded();
    // Jobs run before anybody looks.
    sent();
    auto line = look();
    EXPECT_EQ(status, 1);
    EXPECT_THAT(texts(line["hot"]), ElementsAre(other, hot));
    EXPECT_THAT(texts(line["found"]), ElementsAre(std::to_string(paid_id))) << output;
    EXPECT_EQ(line["in_doubt"], "1") << "a third address may have paid it";
    ASSERT_THAT(texts(line["told"]), SizeIs(1));
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("--hot ETHEREUM=ADDRESS"));
    EXPECT_FALSE(resumed());

    line = look({"--hot", std::string{"ETHEREUM="} + other});
    EXPECT_EQ(status, 0) << output;
    EXPECT_EQ(line["not_sent"], "1");
    EXPECT_TRUE(resumed()) << output;
    sent();
    EXPECT_EQ(stage(paid_id), "CONFIRMED");
    EXPECT_EQ(stage(waiting), "APPROVED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(ElsewhereOnEthereum, WhatAnAddressHasSentThatTheOperatorNamesIsFound) {
    // The address that pays was configured after the moment, and its machine is lost.
    configured("HOT_ETHEREUM_ADDRESS", other);
    sent();
    world.superuser().run("delete from hot_addresses where address = $1", {hot});
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    configured("HOT_ETHEREUM_ADDRESS", hot);
    paid(id);
    anvil.mine(3);
    backup.restore();
    configured("HOT_ETHEREUM_ADDRESS", other);

    guarded();
    for (const char* wrong : {"ETHEREUM=0x1234", "NOBODY=0x1234", hot})
        EXPECT_EQ(operate("look", {"--hot", wrong}), 1) << output;
    EXPECT_THAT(output, HasSubstr("name it as the configuration does"));
    const auto line = look({"--hot", std::string{"ETHEREUM="} + hot});
    EXPECT_EQ(status, 0) << output;
    EXPECT_THAT(texts(line["found"]), ElementsAre(std::to_string(id)));
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(ElsewhereOnEthereum, AnAddressThatWasConfiguredOnceAndAgainIsTheNewestOne) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    for (const char* address : {other, hot}) {
        configured("HOT_ETHEREUM_ADDRESS", address);
        sent();
    }
    Backup backup{world};
    backup.restore();
    guarded();
    EXPECT_EQ(look()["not_sent"], "1") << output;
    EXPECT_EQ(status, 0) << output;
    EXPECT_EQ(stage(id), "APPROVED");
}

TEST_F(ElsewhereOnEthereum, WhereNoAddressIsKnownNothingIsDecided) {
    ask("USDT", "ERC20", receiver, "50");
    world.superuser().run("delete from hot_addresses");
    guarded();
    EXPECT_EQ(look()["in_doubt"], "1");
    EXPECT_THAT(output, HasSubstr("an address that is not known"));
    EXPECT_FALSE(resumed());
    EXPECT_EQ(look({"--hot", std::string{"ETHEREUM="} + hot})["not_sent"], "1");
    EXPECT_TRUE(resumed()) << output;
}

TEST_F(ElsewhereOnBitcoin, WhatTheAddressOfBeforeHasSentAndItsChangeHasPaidIsFound) {
    const auto first = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto second = ask("BTC", "BTC", receiver_bitcoin, "0.2001");
    const auto waiting = ask("BTC", "BTC", receiver_bitcoin, "0.0101");
    Backup backup{world};
    for (const auto id : {first, second}) {
        paid(id);
        regtest.mine(3);
        sent();
    }
    backup.restore();
    configured("HOT_BITCOIN_ADDRESS", other_bitcoin);

    guarded();
    auto line = look();
    EXPECT_EQ(status, 1);
    EXPECT_THAT(texts(line["found"]), ElementsAre(std::to_string(first), std::to_string(second)))
        << output;
    EXPECT_EQ(line["in_doubt"], "1");
    ASSERT_THAT(texts(line["told"]), SizeIs(1)) << "its change was paid to nobody";
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("--hot BITCOIN=ADDRESS"));
    line = look({"--hot", std::string{"BITCOIN="} + other_bitcoin});
    EXPECT_EQ(line["not_sent"], "1") << output;
    EXPECT_THAT(texts(line["told"]), IsEmpty());
    sent();
    EXPECT_EQ(stage(first), "CONFIRMED");
    EXPECT_EQ(stage(second), "CONFIRMED");
    EXPECT_EQ(stage(waiting), "APPROVED");
    EXPECT_EQ(paid_to(receiver_bitcoin), 30'000'000);
}

}  // namespace
}  // namespace cambio::test

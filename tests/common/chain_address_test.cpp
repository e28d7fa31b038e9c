// Addresses by the rules of their networks.
#include <gtest/gtest.h>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/node.h"
#include "chain/encoding.h"
#include "chain/evm/node.h"
#include "chain/evm/source.h"
#include "crypto/crypto.h"

namespace cambio::chain {
namespace {

Network network(Kind kind, const std::string& hrp = "") {
    Network result;
    result.kind = kind;
    result.hrp = hrp;
    return result;
}

struct Case {
    const char* address;
    AddressFault fault;
};

void expect(const Network& on, std::initializer_list<Case> cases) {
    for (const auto& [address, fault] : cases)
        EXPECT_EQ(static_cast<int>(check_address(on, address)), static_cast<int>(fault)) << address;
}

// The addresses of EIP-55.
TEST(Addresses, OfEthereumHaveTheirChecksumInTheCaseOfTheirLetters) {
    using enum AddressFault;
    const auto ethereum = network(Kind::evm);
    expect(ethereum, {{"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", none},
                      {"0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", none},
                      {"0x52908400098527886E0F7030069857D2E4169EE7", none},
                      {"0x8617E340B3D01FA5F11F306F4090FD50E238070D", none},
                      {"0xde709f2102306220921060314715629080e2fb77", none},
                      {"0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", none},
                      {"0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", none},
                      {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", bad_checksum},
                      {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", too_short},
                      {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd", malformed},
                      {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", malformed},
                      {"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", wrong_network},
                      {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", wrong_network},
                      {"", empty}});
    EXPECT_EQ(normal_address(ethereum, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"),
              "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    EXPECT_EQ(normal_address(ethereum, "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"),
              "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
}

TEST(Addresses, OfTronAreCheckedByTheirChecksum) {
    using enum AddressFault;
    const auto tron = network(Kind::tron);
    expect(tron, {{"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", none},
                  {"TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", none},
                  {"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u", bad_checksum},
                  {"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60", malformed},
                  {"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6", too_short},
                  {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", wrong_network},
                  {"", empty}});
    EXPECT_EQ(crypto::hex(*account_bytes(Kind::tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")),
              "a614f803b6fd780986a42c78ec9c7f77e6ded13c");
    EXPECT_EQ(account_address(Kind::tron, *from_hex("a614f803b6fd780986a42c78ec9c7f77e6ded13c")),
              "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
}

TEST(Addresses, OfBitcoinBelongToOneChain) {
    using enum AddressFault;
    const auto bitcoin = network(Kind::bitcoin, "bc");
    expect(bitcoin,
           {{"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", none},
            {"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", none},
            {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", none},
            {"1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i", none},
            {"3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou", none},
            {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", bad_checksum},
            {"1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62j", bad_checksum},
            {"bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", malformed},  // a witness version of the future
            {"tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", wrong_network},
            {"mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs", wrong_network},
            {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", wrong_network},
            // Its prefix is bc1a, with a checksum that is right.
            {"bc1a1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqjx62pq", malformed},
            {"bc1q", too_short},
            {"1AGNa15ZQXAZU", too_short},
            {"", empty}});
    expect(network(Kind::bitcoin, "tb"),
           {{"tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", none},
            {"mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs", none},
            {"2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br", none},
            {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", wrong_network}});
    EXPECT_EQ(normal_address(bitcoin, "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
              "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
}

// Scripts of BIP 173's and Bitcoin Core's vectors (key_io_valid.json).
TEST(Addresses, OfBitcoinAreOutputScripts) {
    const std::pair<const char*, const char*> vectors[] = {
        {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
         "0014751e76e8199196d454941c45d1b3a323f1433bd6"},
        {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
         "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"},
        {"1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i",
         "76a91465a16059864a2fdbc7c99a4723a8395bc6f188eb88ac"},
        {"3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou", "a91474f209f6ea907e2ea48f74fae05782ae8a66525787"},
    };
    for (const auto& [address, script] : vectors) {
        EXPECT_EQ(crypto::hex(script_pubkey(address, "bc").value_or("")), script);
        EXPECT_EQ(script_address(*from_hex(script), "bc"), address);
    }
    EXPECT_FALSE(script_pubkey("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "bc"));
    EXPECT_FALSE(script_address(*from_hex("6a0474657374"), "bc"));
}

TEST(Quantities, HaveUpTo256Bits) {
    EXPECT_EQ(from_quantity("0x0"), "0");
    EXPECT_EQ(from_quantity("0xde0b6b3a7640000"), "1000000000000000000");
    EXPECT_EQ(from_quantity("0x" + std::string(64, 'f')),
              "115792089237316195423570985008687907853269984665640564039457584007913129639935");
    for (const char* wrong : {"", "0x", "12", "0xg1", "1e3", "0x0x12"})
        EXPECT_FALSE(from_quantity(wrong));
    EXPECT_FALSE(from_quantity("0x1" + std::string(64, '0')));
}

// A node's word is no address before it was looked at.
TEST(TokenTransfers, AreReadFromAccountsOfTwentyBytesAlone) {
    const std::string account = "dac17f958d2ee523a2206206994597c13d831ec7";
    const std::string word = "0x" + std::string(24, '0');
    EvmLog log;
    log.contract = "0x" + account;
    log.topics = {transfer_topic(), word + account, word + account};
    log.data = "0x" + std::string(63, '0') + "7";
    ASSERT_TRUE(token_transfer(Kind::evm, log));
    EXPECT_EQ(token_transfer(Kind::evm, log)->units, "7");
    const auto refused = [&log](auto change) {
        auto other = log;
        change(other);
        return !token_transfer(Kind::evm, other) && !token_transfer(Kind::tron, other);
    };
    EXPECT_TRUE(refused([&](auto& other) { other.contract = "0x" + account.substr(2); }));
    EXPECT_TRUE(refused([&](auto& other) { other.topics[1] = word + "0x" + account.substr(2); }));
    EXPECT_TRUE(refused([&](auto& other) { other.topics[2].replace(0, 2, "zz"); }));
}

Rpc answering(const std::string& body) {
    return Rpc{"", Rpc::usual_timeout, [body](const http::Outgoing&) {
                   http::Answer answer;
                   answer.outcome = http::Outcome::answered;
                   answer.body = body;
                   return answer;
               }};
}

TEST(NodesReplies, OfAnotherFormAreBroken) {
    const auto fault = [](auto ask) {
        try {
            ask();
        } catch (const RpcError& error) {
            return std::string{name_of(error.fault)};
        }
        return std::string{"none"};
    };
    const std::string nested(2000, '[');
    EXPECT_EQ(fault([&] { EvmNode{answering(nested)}.height(); }), "broken");
    EXPECT_EQ(fault([&] { EvmNode{answering(R"({"result": )" + nested)}.height(); }), "broken");
    const std::string held = R"({"result": {"success": "yes", "total_amount": 1}})";
    EXPECT_EQ(fault([&] { BitcoinNode{answering(held)}.held_by({"x"}); }), "broken");
}

// Bitcoin Core writes bitcoins; bcoin, and old versions of it, satoshi.
TEST(NodesReplies, TellWhatSpendsATransactionThatWaits) {
    const auto told = [](const std::string& entry) {
        const auto after = BitcoinNode{answering(R"({"result": {)" + entry + "}}")}.after("x");
        return std::to_string(after->count) + ' ' + std::to_string(after->satoshi);
    };
    EXPECT_EQ(told(R"("descendantcount": 3, "fees": {"base": 0.00001400,
                      "descendant": 0.00011401}, "descendantsize": 300)"),
              "3 11401");
    EXPECT_EQ(told(R"("descendantcount": 2, "descendantfees": 11401, "fees": 0)"), "2 11401");
    EXPECT_THROW(told(R"("descendantcount": 3, "fees": {"descendant": 0.000000001})"), RpcError);
    EXPECT_THROW(told(R"("descendantcount": 3, "fees": {})"), RpcError);
    EXPECT_FALSE(
        BitcoinNode{answering(R"({"error": {"code": -5, "message": "not in mempool"}})")}.after(
            "x"));
}

// The first block of Bitcoin, and a transaction with a witness (BIP 143, native P2WPKH).
TEST(BitcoinBytes, AreReadToTheLastOne) {
    const auto genesis = from_hex(
        "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27a"
        "c72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000"
        "00000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d01044554686520"
        "54696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f"
        "6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe55482719"
        "67f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b"
        "8d578a4c702b6bf11d5fac00000000");
    const auto block = parse_block(*genesis);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->hash, "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f");
    ASSERT_EQ(block->transactions.size(), 1u);
    EXPECT_EQ(block->transactions[0].txid,
              "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b");
    EXPECT_TRUE(block->transactions[0].coinbase);
    EXPECT_EQ(block->transactions[0].outputs[0].value, 5'000'000'000);
    EXPECT_FALSE(parse_block(genesis->substr(0, genesis->size() - 1)));
    EXPECT_FALSE(parse_block(*genesis + "x"));
    const std::string long_count{"\xfd\x01\x00", 3};
    EXPECT_FALSE(parse_block(genesis->substr(0, 80) + long_count + genesis->substr(81)));

    const auto witnessed = parse_transaction(*from_hex(
        "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f000000004948"
        "30450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3"
        "f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3a"
        "a89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df3"
        "78db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f016"
        "7faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a"
        "0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368d"
        "a1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000"));
    ASSERT_TRUE(witnessed);
    EXPECT_EQ(witnessed->txid, "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609");
    EXPECT_FALSE(witnessed->coinbase);
    EXPECT_EQ(witnessed->inputs.size(), 2u);
    EXPECT_EQ(witnessed->outputs[1].value, 223'450'000);
}

}  // namespace
}  // namespace cambio::chain

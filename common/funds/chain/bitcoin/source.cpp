#include "chain/bitcoin/source.h"

#include "chain/bitcoin/address.h"

namespace cambio::chain {

namespace {

constexpr std::string_view first_block =
    "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
constexpr int coinbase_maturity = 100;  ///< blocks until new coins can be spent

/// Whether addresses on the chain that a node names so begin with `hrp`.
bool has_addresses_of(std::string_view chain, std::string_view hrp) {
    if (chain == "main") return hrp == "bc";
    if (chain == "regtest") return hrp == "bcrt" || hrp == "rb";  // Bitcoin Core's, bcoin's
    return (chain == "test" || chain == "testnet4" || chain == "signet") && hrp == "tb";
}

std::string output_name(const std::string& txid, std::uint32_t output) {
    return txid + ':' + std::to_string(output);
}

bool spends_ours(const BitcoinTransaction& transaction, const Known& known) {
    std::vector<std::string> outputs;
    for (const auto& input : transaction.inputs)
        outputs.push_back(output_name(input.txid, input.position));
    return !known.outputs(outputs).empty();
}

}  // namespace

void BitcoinSource::check_chain() {
    const auto chain = node_.chain();
    if (!has_addresses_of(chain, network_.hrp))
        throw std::runtime_error{"the node follows the chain " + chain +
                                 ", whose addresses do not begin with " + network_.hrp};
    if (network_.hrp == "bc" && node_.block_hash(0) != first_block)
        throw std::runtime_error{"the node does not follow Bitcoin's main chain"};
}

std::optional<ScannedBlock> BitcoinSource::scan(std::int64_t height, const Known& known) {
    const auto hash = node_.block_hash(height);
    if (!hash) return {};
    const auto block = node_.block(*hash);
    ScannedBlock scanned{{height, block.hash, block.parent}, {}};

    std::vector<Payment> found;
    std::vector<const BitcoinTransaction*> senders;
    std::vector<std::string> asked;
    for (const auto& transaction : block.transactions) {
        for (std::size_t i = 0; i < transaction.outputs.size(); ++i) {
            const auto& output = transaction.outputs[i];
            const auto address = script_address(output.script, network_.hrp);
            if (!address || output.value <= 0) continue;
            asked.push_back(*address);
            found.push_back({transaction.txid,
                             static_cast<int>(i),
                             *address,
                             {},
                             std::to_string(output.value),
                             false,
                             transaction.coinbase ? coinbase_maturity : 0});
            senders.push_back(&transaction);
        }
    }
    const auto ours = found.empty() ? std::set<std::string>{} : known.addresses(asked);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!ours.contains(found[i].address)) continue;
        found[i].own = spends_ours(*senders[i], known);
        scanned.payments.push_back(std::move(found[i]));
    }
    return scanned;
}

}  // namespace cambio::chain

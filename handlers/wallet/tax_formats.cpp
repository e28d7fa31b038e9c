#include "tax_formats.h"

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace cambio::wallet {

namespace {

constexpr std::string_view exchange = "Cambio";

/// How a program calls what came in, or went out.
struct Label {
    std::string_view in, out;
};

/// In the order of TransactionKind. Koinly needs no tag for what it tells by the amounts alone.
constexpr std::array<Label, 10> koinly_tags{{{"", ""},
                                             {"", ""},
                                             {"", ""},
                                             {"reward", "cost"},
                                             {"fee refund", "cost"},
                                             {"lending interest", "cost"},
                                             {"realized gain", "realized gain"},
                                             {"futures fee", "futures fee"},
                                             {"funding fee", "funding fee"},
                                             {"fee refund", "cost"}}};

constexpr std::array<Label, 10> cointracking_types{
    {{"Trade", "Trade"},
     {"Deposit", "Withdrawal"},
     {"Deposit", "Withdrawal"},
     {"Reward / Bonus", "Other Expense"},
     {"Income (non taxable)", "Other Fee"},
     {"Interest Income", "Other Expense"},
     {"Derivatives / Futures Profit", "Derivatives / Futures Loss"},
     {"Derivatives / Futures Profit", "Margin Fee"},
     {"Derivatives / Futures Profit", "Derivatives / Futures Loss"},
     {"Income (non taxable)", "Other Fee"}}};

constexpr std::array<Label, 10> blockpit_labels{{{"Trade", "Trade"},
                                                 {"Deposit", "Withdrawal"},
                                                 {"Deposit", "Withdrawal"},
                                                 {"Bounty", "Payment"},
                                                 {"Cashback", "Fee"},
                                                 {"Interest", "Payment"},
                                                 {"Derivative Profit", "Derivative Loss"},
                                                 {"Derivative Profit", "Derivative Fee"},
                                                 {"Derivative Profit", "Derivative Fee"},
                                                 {"Cashback", "Fee"}}};

std::string_view label_of(const std::array<Label, 10>& labels, const Transaction& transaction) {
    const auto& label = labels.at(static_cast<std::size_t>(transaction.kind));
    return transaction.received ? label.in : label.out;
}

std::string value_of(const std::optional<Amount>& amount) {
    return amount ? amount->value.str() : "";
}
std::string coin_of(const std::optional<Amount>& amount) {
    return amount ? amount->coin : "";
}

/// 2026-11-21 04:12:08
std::string time_text(pg::Time at) {
    const auto iso = pg::iso(at);
    return iso.substr(0, 10) + ' ' + iso.substr(11, 8);
}
/// 21.11.2026 04:12:08
std::string german_time(pg::Time at) {
    const auto iso = pg::iso(at);
    return iso.substr(8, 2) + '.' + iso.substr(5, 2) + '.' + iso.substr(0, 4) + ' ' +
           iso.substr(11, 8);
}

// No field has anything in it that would need quotes: codes, numbers, names of ours, hashes.
void add_line(std::string& text, std::initializer_list<std::string_view> fields) {
    const char* before = "";
    for (const auto field : fields) {
        text += std::exchange(before, ",");
        text += field;
    }
    text += "\r\n";
}

std::string koinly_file(const std::vector<Transaction>& transactions) {
    std::string text =
        "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee "
        "Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\r\n";
    for (const auto& one : transactions)
        add_line(text, {time_text(one.at) + " UTC", value_of(one.sent), coin_of(one.sent),
                        value_of(one.received), coin_of(one.received), value_of(one.fee),
                        coin_of(one.fee), "", "", label_of(koinly_tags, one), one.name, one.txid});
    return text;
}

/// With the fee as part of it: more was sent, or less received.
std::optional<Amount> with_fee(std::optional<Amount> amount, const std::optional<Amount>& fee,
                               bool sent) {
    if (amount && fee && amount->coin == fee->coin) {
        if (sent)
            amount->value += fee->value;
        else
            amount->value -= fee->value;
    }
    return amount;
}

std::string cointracking_file(const std::vector<Transaction>& transactions) {
    std::string text =
        "Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee "
        "Currency,Exchange,Trade-Group,Comment,Date,Tx-ID\r\n";
    for (const auto& one : transactions) {
        const auto bought = with_fee(one.received, one.fee, false);
        const auto sold = with_fee(one.sent, one.fee, true);
        add_line(text, {label_of(cointracking_types, one), value_of(bought), coin_of(bought),
                        value_of(sold), coin_of(sold), value_of(one.fee), coin_of(one.fee),
                        exchange, "", one.name, time_text(one.at), one.txid});
    }
    return text;
}

std::string blockpit_file(const std::vector<Transaction>& transactions) {
    std::string text =
        "Date (UTC),Integration Name,Label,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming "
        "Amount,Fee Asset (optional),Fee Amount (optional),Comment (optional),Trx. ID "
        "(optional)\r\n";
    for (const auto& one : transactions)
        add_line(text,
                 {german_time(one.at), exchange, label_of(blockpit_labels, one), coin_of(one.sent),
                  value_of(one.sent), coin_of(one.received), value_of(one.received),
                  coin_of(one.fee), value_of(one.fee), one.name, one.txid});
    return text;
}

}  // namespace

std::string tax_file(const std::vector<Transaction>& transactions, TaxFormat format) {
    switch (format) {
        case TaxFormat::koinly:
            return koinly_file(transactions);
        case TaxFormat::cointracking:
            return cointracking_file(transactions);
        case TaxFormat::blockpit:
            return blockpit_file(transactions);
    }
    return {};
}

}  // namespace cambio::wallet

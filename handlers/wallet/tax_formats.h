#pragma once

#include <string>
#include <vector>

#include "transactions.h"

namespace cambio::wallet {

/// Programs for tax returns whose import formats are published.
enum class TaxFormat { koinly, cointracking, blockpit };

/// The transactions as a CSV file that the program imports; times are UTC.
/// Koinly's universal format: https://support.koinly.io/en/articles/9489976
/// CoinTracking's own CSV, where a fee is already part of what was bought or sold:
/// https://cointracking.freshdesk.com/en/support/solutions/articles/29000007202
/// Blockpit's import template, with its labels: https://help.blockpit.io
std::string tax_file(const std::vector<Transaction>& transactions, TaxFormat format);

}  // namespace cambio::wallet

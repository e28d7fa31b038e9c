#include "chain/search.h"

namespace cambio::chain {

void begin_search(Search& search, const std::string& network,
                  const std::optional<std::string>& lag) {
    if (lag) search.told.push_back("Nothing is decided over " + network + ": " + *lag + '.');
    search.complete = !lag;
}

}  // namespace cambio::chain

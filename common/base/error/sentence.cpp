#include "error/sentence.h"

#include <algorithm>

namespace cambio {

std::string sentence_of(const Error& error) {
    using Fact = std::pair<std::string, std::string>;
    std::string sentence{text_of(error.code())};
    for (std::size_t from = 0; (from = sentence.find('{', from)) != std::string::npos;) {
        std::size_t end = sentence.find('}', from) + 1;
        const std::string name = sentence.substr(from + 1, end - from - 2);
        const auto fact = std::ranges::find(error.details(), name, &Fact::first);
        if (fact != error.details().end()) {
            sentence.replace(from, end - from, fact->second);
            from += fact->second.size();
            continue;
        }
        if (from > 0 && sentence[from - 1] == '(' && sentence[end] == ')') {
            --from;
            ++end;
        }
        if (from > 0 && sentence[from - 1] == ' ') --from;
        sentence.erase(from, end - from);
    }
    return sentence;
}

}  // namespace cambio

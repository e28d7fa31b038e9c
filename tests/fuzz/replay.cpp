// Stands in for libFuzzer's main in the ordinary build: every file of the corpus folder, then
// mutations of it from a fixed seed, so that a run is the same each time and takes a second or two.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz.h"

namespace {

using Corpus = std::vector<std::string>;

void feed(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Mutator {
  public:
    explicit Mutator(const Corpus& corpus) : corpus_{corpus} {}

    std::string mutated(std::string text) {
        for (auto changes = up_to(3) + 1; changes > 0; --changes) change(text);
        return text;
    }

  private:
    std::size_t up_to(std::size_t most) {
        return std::uniform_int_distribution<std::size_t>{0, most}(random_);
    }

    void change(std::string& text) {
        constexpr std::string_view telling{"0123456789.- \0\x01\x7f\x80\xff", 18};
        const auto at = up_to(text.size());
        const auto any = static_cast<char>(up_to(255));
        switch (up_to(9)) {
            case 0:
            case 1:
                text.insert(at, 1, any);
                break;
            case 2:
                text.erase(at, 1);
                break;
            case 3:
                if (at < text.size()) text[at] = any;
                break;
            case 4:
                if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << up_to(7));
                break;
            case 5:
                splice(text, at);
                break;
            default:
                text.insert(at, 1, telling[up_to(telling.size() - 1)]);
        }
    }

    /// From there on as another file of the corpus has it, or a run of bytes gone.
    void splice(std::string& text, std::size_t at) {
        if (up_to(1) == 0) {
            text.erase(at, up_to(16));
            return;
        }
        const auto& other = corpus_[up_to(corpus_.size() - 1)];
        text.erase(at);
        text += other.substr(std::min(other.size(), at));
    }

    const Corpus& corpus_;
    std::mt19937 random_{20261121};
};

/// In the order of their names, which folders do not keep.
Corpus read_corpus(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        files.push_back(entry.path());
    std::ranges::sort(files);
    Corpus corpus;
    for (const auto& path : files) {
        std::ifstream file{path, std::ios::binary};
        corpus.emplace_back(std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{});
    }
    return corpus;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s CORPUS MUTATIONS\n", argv[0]);
        return 2;
    }
    const auto corpus = read_corpus(argv[1]);
    if (corpus.empty()) return 2;
    feed({});
    for (const auto& input : corpus) feed(input);
    Mutator mutator{corpus};
    const auto mutations = std::strtoul(argv[2], nullptr, 10);
    for (std::size_t i = 0; i < mutations; ++i) feed(mutator.mutated(corpus[i % corpus.size()]));
    std::printf("%zu files, %lu mutations\n", corpus.size(), mutations);
    return 0;
}

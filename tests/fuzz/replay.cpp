// Stands in for libFuzzer's main in the ordinary build: every file of the corpus folder, then
// mutations of it from a fixed seed, so that a run is the same each time and takes a second or two.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int mutations = 200'000;

void feed(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string mutated(std::string text, std::mt19937& random) {
    const auto up_to = [&](std::size_t most) {
        return std::uniform_int_distribution<std::size_t>{0, most}(random);
    };
    for (std::size_t changes = up_to(3) + 1; changes > 0; --changes) {
        const std::size_t at = up_to(text.size());
        switch (up_to(3)) {
            case 0:
                text.insert(at, 1, static_cast<char>(up_to(255)));
                break;
            case 1:
                text.erase(at, 1);
                break;
            default:
                text.insert(at, 1, "0123456789.- "[up_to(12)]);
        }
    }
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
        return 2;
    }
    std::vector<std::string> corpus;
    for (const auto& entry : std::filesystem::directory_iterator{argv[1]}) {
        std::ifstream file{entry.path(), std::ios::binary};
        corpus.emplace_back(std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{});
        feed(corpus.back());
    }
    if (corpus.empty()) return 2;
    std::mt19937 random{20261121};
    for (int i = 0; i < mutations; ++i) {
        feed(mutated(corpus[static_cast<std::size_t>(i) % corpus.size()], random));
    }
    return 0;
}

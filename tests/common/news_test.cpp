// News as others publish them: what is taken, what is left out, and what is made harmless.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <json/value.h>
#include <netinet/in.h>

#include "http/public_address.h"
#include "news/feed.h"
#include "news/plain_text.h"

namespace cambio::news {
namespace {

const pg::Time now{std::chrono::seconds{1795255200}};  // 21 Nov 2026, 10:00 UTC

Feed read(Kind kind, const std::string& text, const std::string& origin = "") {
    return parse(kind, text, origin, now);
}

Item only(const Feed& feed) {
    EXPECT_EQ(feed.problem, "");
    EXPECT_EQ(feed.items.size(), 1u);
    return feed.items.empty() ? Item{} : feed.items[0];
}

std::string rss_item(const std::string& inside) {
    return R"(<?xml version="1.0"?><rss version="2.0"><channel>)"
           "<title>The Daily Block</title><item>" +
           inside + "</item></channel></rss>";
}

TEST(NewsText, ShowsWhatAReaderWouldSee) {
    const std::pair<const char*, const char*> cases[] = {
        {"Bitcoin &amp; Ether", "Bitcoin & Ether"},
        {"<p>One</p><p>Two</p>", "One Two"},
        {"a<script>alert(1)</script>b", "a b"},
        {"a<SCRIPT src=x>alert('</b>')</script >b", "a b"},
        {"&lt;script&gt;alert(1)&lt;/script&gt;rest", "rest"},
        {"a<style>p{}</style><!-- <b> -->b", "a b"},
        {"<img src=x onerror=alert(1)>text", "text"},
        {"1 < 2 and 3 > 2", "1 < 2 and 3 > 2"},
        {"unclosed <a href=", "unclosed"},
        {"unclosed <script>alert(1)", "unclosed"},
        {"It&#8217;s &#x201C;here&#x201d;&hellip;", "It’s “here”…"},
        {"&nope; &#xD800; &#1114112;", "&nope; \xEF\xBF\xBD \xEF\xBF\xBD"},
        {"  a\n\t b \x01 c  ", "a b c"},
        {"right\xE2\x80\xAEtfel", "righttfel"},
        {"\xC3\x28 bad \xF0\x9F", "\xEF\xBF\xBD( bad \xEF\xBF\xBD\xEF\xBF\xBD"},
        {"", ""},
    };
    for (const auto& [html, text] : cases) EXPECT_EQ(plain_text(html, 300), text) << html;
}

TEST(NewsText, IsCutAtAWord) {
    EXPECT_EQ(plain_text("one two three", 13), "one two three");
    EXPECT_EQ(plain_text("one two three", 12), "one two…");
    EXPECT_EQ(plain_text("einundzwanzig", 5), "einu…");
    EXPECT_EQ(plain_text("ärger übel", 9), "ärger…");
}

TEST(News, ReadsCoinDesk) {
    const auto item = only(read(Kind::coindesk, R"({"Data":[{"TYPE":"121","ID":12345,
        "GUID":"g","PUBLISHED_ON":1740118800,"IMAGE_URL":"https://images.example/a.jpg",
        "TITLE":"Bitcoin Reaches New All-Time High","URL":"https://coindesk.example/a",
        "BODY":"<p>It did.</p>","STATUS":"ACTIVE","SOURCE_DATA":{"NAME":"CoinDesk"}}],"Err":{}})"));
    EXPECT_EQ(item.external_id, "12345");
    EXPECT_EQ(item.publisher, "CoinDesk");
    EXPECT_EQ(item.title, "Bitcoin Reaches New All-Time High");
    EXPECT_EQ(item.url, "https://coindesk.example/a");
    EXPECT_EQ(item.body, "It did.");
    EXPECT_EQ(item.image_url, "https://images.example/a.jpg");
    EXPECT_EQ(pg::iso(item.published_at), "2025-02-21T06:20:00.000Z");
}

TEST(News, ReadsCryptoCompare) {
    const auto item = only(read(Kind::cryptocompare, R"({"Type":100,"Message":"ok","Data":[
        {"id":"23857346","guid":"g","published_on":1709223954,
         "imageurl":"https://images.example/b.png","title":"7 Best Platforms",
         "url":"https://coingape.example/best/","body":"Text &#38; more",
         "source_info":{"name":"CoinGape"},"source":"coingape"}],"HasWarning":false})"));
    EXPECT_EQ(item.external_id, "23857346");
    EXPECT_EQ(item.publisher, "CoinGape");
    EXPECT_EQ(item.body, "Text & more");
    EXPECT_EQ(pg::iso(item.published_at), "2024-02-29T16:25:54.000Z");
}

TEST(News, TellsAnErrorThatComesWithStatus200) {
    const std::pair<Kind, const char*> cases[] = {
        {Kind::cryptocompare,
         R"({"Response":"Error","Message":"You need a valid auth key","Type":1,"Data":{}})"},
        {Kind::cryptocompare,
         R"({"Response":"Error","Message":"You need a valid auth key","Data":[{"id":1}]})"},
        {Kind::coindesk, R"({"Data":{},"Err":{"type":1,"message":"You need a valid auth key"}})"},
    };
    for (const auto& [kind, text] : cases) {
        const auto feed = read(kind, text);
        EXPECT_TRUE(feed.items.empty());
        EXPECT_EQ(feed.problem, "the source says: You need a valid auth key");
    }
}

TEST(News, ReadsRss) {
    const auto item = only(read(Kind::rss, rss_item(R"(
        <title>Fees &amp;amp; spreads</title><link> https://news.example/1 </link>
        <guid isPermaLink="false">tag:1</guid>
        <description><![CDATA[<p>They <b>moved</b>.</p><script>steal()</script>]]></description>
        <media:thumbnail url="https://news.example/1.jpg"/>
        <pubDate>Fri, 20 Nov 2026 23:30:00 +0100</pubDate>)")));
    EXPECT_EQ(item.external_id, "tag:1");
    EXPECT_EQ(item.publisher, "The Daily Block");
    EXPECT_EQ(item.title, "Fees & spreads");
    EXPECT_EQ(item.url, "https://news.example/1");
    EXPECT_EQ(item.body, "They moved .");
    EXPECT_EQ(item.image_url, "https://news.example/1.jpg");
    EXPECT_EQ(pg::iso(item.published_at), "2026-11-20T22:30:00.000Z");
}

TEST(News, ReadsAtom) {
    const auto item = only(read(Kind::rss, R"(<feed xmlns="http://www.w3.org/2005/Atom">
        <title>Block notes</title><entry><title type="html">A &lt;b&gt;title&lt;/b&gt;</title>
        <link rel="enclosure" type="audio/mpeg" href="https://news.example/sound"/>
        <link href="https://news.example/page"/><id>urn:1</id>
        <updated>2026-11-20T12:00:00.5+02:00</updated>
        <content type="xhtml"><div>In <i>two</i> parts</div></content></entry></feed>)"));
    EXPECT_EQ(item.external_id, "urn:1");
    EXPECT_EQ(item.publisher, "Block notes");
    EXPECT_EQ(item.title, "A title");
    EXPECT_EQ(item.url, "https://news.example/page");
    EXPECT_EQ(item.body, "In two parts");
    EXPECT_EQ(pg::iso(item.published_at), "2026-11-20T10:00:00.000Z");
}

TEST(News, NamesAnItemByItsAddressWhereItHasNoOther) {
    const auto item =
        only(read(Kind::rss, rss_item("<title>T</title><link>https://news.example/1</link>")));
    EXPECT_EQ(item.external_id, "https://news.example/1");
    EXPECT_EQ(item.published_at, now);
}

TEST(News, TakesNothingFromTheFuture) {
    const auto item = only(read(
        Kind::rss,
        rss_item(
            "<title>T</title><guid>1</guid><pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate>")));
    EXPECT_EQ(item.published_at, now);
}

TEST(News, LeavesOutWhatHasNoTitleOrName) {
    EXPECT_TRUE(read(Kind::rss, rss_item("<guid>1</guid><title><![CDATA[<img src=x>]]></title>"))
                    .items.empty());
    EXPECT_TRUE(read(Kind::rss, rss_item("<title>T</title>")).items.empty());
    const auto feed = read(Kind::coindesk, R"({"Data":[null,7,"x",{"ID":1},{"TITLE":"T"},
        {"ID":{"a":1},"TITLE":["T"]},{"ID":2,"TITLE":"Gone","STATUS":"DELETED"}]})");
    EXPECT_EQ(feed.problem, "");
    EXPECT_TRUE(feed.items.empty());
}

TEST(News, SendsNobodyToAnAddressThatIsNotOfTheWeb) {
    const char* hostile[] = {
        "javascript:alert(1)",
        "data:text/html,x",
        "//news.example/1",
        "ftp://news.example",
        "https://bank.example@evil.example/",
        "https://news.example/\"onload=x",
        "https://",
        "http:///x",
        "https://news.example/a b",
        "https:\\\\evil.example",
        "file:///etc/passwd",
        "https",
    };
    for (const char* url : hostile) {
        Json::Value article;
        article["ID"] = 1;
        article["TITLE"] = "T";
        article["URL"] = url;
        Json::Value reply;
        reply["Data"].append(article);
        EXPECT_EQ(only(read(Kind::coindesk, reply.toStyledString())).url, "") << url;
    }
    EXPECT_EQ(only(read(Kind::rss,
                        rss_item("<guid>1</guid><title>T</title><link>https://n.example/ä</link>")))
                  .url,
              "https://n.example/%C3%A4");
}

TEST(News, TakesPicturesOverHttpsOrFromTheFeedsOwnHost) {
    const auto image = [](const std::string& url, const std::string& origin) {
        return only(read(Kind::cryptocompare,
                         R"({"Data":[{"id":"1","title":"T","imageurl":")" + url + "\"}]}", origin))
            .image_url;
    };
    EXPECT_EQ(image("https://i.example/a.png", ""), "https://i.example/a.png");
    EXPECT_EQ(image("http://i.example/a.png", ""), "");
    EXPECT_EQ(image("http://i.example/a.png", "http://j.example"), "");
    EXPECT_EQ(image("http://i.example:81/a.png", "http://i.example"), "");
    EXPECT_EQ(image("http://I.example/a.png", "http://i.example"), "http://I.example/a.png");
    EXPECT_EQ(image("data:image/png;base64,AAAA", ""), "");
}

TEST(News, RefusesWhatIsMalformed) {
    const std::pair<Kind, std::string> cases[] = {
        {Kind::coindesk, ""},
        {Kind::coindesk, "<html>Too many requests</html>"},
        {Kind::coindesk, "[]"},
        {Kind::coindesk, R"({"Data":{}})"},
        {Kind::cryptocompare, R"({"Data":null})"},
        {Kind::cryptocompare, R"({"Data":[{"id":"1","title":"cut)"},
        {Kind::cryptocompare, std::string(100000, '[')},
        {Kind::cryptocompare, R"({"Data":)" + std::string(100000, '[')},
        {Kind::rss, ""},
        {Kind::rss, "{}"},
        {Kind::rss, "<rss><channel><item><title>cut"},
        {Kind::rss, "<html><body>Moved</body></html>"},
    };
    for (const auto& [kind, text] : cases) {
        const auto feed = read(kind, text);
        EXPECT_TRUE(feed.items.empty()) << text.substr(0, 60);
        EXPECT_NE(feed.problem, "") << text.substr(0, 60);
    }
}

TEST(News, LetsAFeedReadNoFileAndGrowWithoutEnd) {
    const auto feed = read(Kind::rss, R"(<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">
        <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <rss><channel><item><guid>1</guid><title>x &file; &b;</title></item></channel></rss>)");
    ASSERT_EQ(feed.items.size(), 1u);
    EXPECT_EQ(feed.items[0].title, "x &file; &b;");
}

TEST(News, ReadsAHundredItemsOfALongFeed) {
    std::string text = R"({"Data":[)";
    for (int i = 1; i <= 500; ++i)
        text += (i == 1 ? "" : ",") + (R"({"ID":)" + std::to_string(i) + R"(,"TITLE":"T)") +
                std::string(1000, 'x') + R"(","BODY":")" + std::string(9000, 'y') + "\"}";
    const auto feed = read(Kind::coindesk, text + "]}");
    ASSERT_EQ(feed.items.size(), 100u);
    EXPECT_EQ(feed.items[99].external_id, "100");
    EXPECT_LE(feed.items[0].title.size(), 303u);
    EXPECT_LE(feed.items[0].body.size(), 2003u);
}

TEST(News, KnowsItsProtocolsByName) {
    EXPECT_EQ(kind_of("rss"), Kind::rss);
    EXPECT_EQ(kind_of("coindesk"), Kind::coindesk);
    EXPECT_EQ(kind_of(name_of(Kind::cryptocompare)), Kind::cryptocompare);
    EXPECT_EQ(kind_of("atom"), std::nullopt);
}

bool public_v4(const char* text) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    EXPECT_EQ(inet_pton(AF_INET, text, &address.sin_addr), 1) << text;
    return http::is_public(reinterpret_cast<const sockaddr&>(address));
}

bool public_v6(const char* text) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text, &address.sin6_addr), 1) << text;
    return http::is_public(reinterpret_cast<const sockaddr&>(address));
}

TEST(PublicAddress, IsNoneOfTheNetworksBehindTheServer) {
    for (const char* inside :
         {"0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254",
          "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1",
          "198.19.255.255", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"})
        EXPECT_FALSE(public_v4(inside)) << inside;
    for (const char* outside :
         {"1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.0.1",
          "172.32.0.1", "192.167.1.1", "198.20.0.1", "223.255.255.255"})
        EXPECT_TRUE(public_v4(outside)) << outside;
    for (const char* inside :
         {"::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "fc00::1", "fd12::1", "fe80::1",
          "ff02::1", "64:ff9b::a00:1", "2001:db8::1", "2001::1", "2002:7f00:1::", "2002:a00:1::"})
        EXPECT_FALSE(public_v6(inside)) << inside;
    for (const char* outside :
         {"2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "2001:4860::8888"})
        EXPECT_TRUE(public_v6(outside)) << outside;
}

}  // namespace
}  // namespace cambio::news

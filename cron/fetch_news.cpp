// Brings the news of the configured source into `news_items`, and the pictures of the newest ones,
// so that readers' browsers ask nobody else. An item is known by its source and name: a second run
// changes nothing, and what the operator hid stays hidden.
#include <optional>

#include "http/http.h"
#include "jobs/job.h"
#include "log/log.h"
#include "news/feed.h"
#include "news/items.h"

namespace {

using namespace cambio;
using std::chrono::seconds;

constexpr std::size_t largest_feed = 4u << 20;
constexpr std::size_t largest_picture = 1u << 20;
constexpr seconds patience{10};

constexpr const char* missing_pictures = R"sql(
    select n.id, n.image_url from (
        select id, image_url from news_items where not hidden
        order by published_at desc, id desc limit 30) n
    left join news_images i on i.news_id = n.id
    where n.image_url <> '' and i.image_url is distinct from n.image_url)sql";

constexpr const char* write_picture = R"sql(
    insert into news_images (news_id, image_url, type, bytes) values ($1, $2, $3, $4)
    on conflict (news_id) do update
        set image_url = excluded.image_url, type = excluded.type, bytes = excluded.bytes)sql";

http::Outgoing feed_request(const Config& config, news::Kind kind) {
    http::Outgoing request;
    request.url = config.news_url;
    request.timeout = patience;
    request.largest_body = largest_feed;
    if (config.news_api_key.empty()) return request;
    if (kind == news::Kind::cryptocompare) {
        request.headers = {"Authorization: Apikey " + config.news_api_key};
    } else if (kind == news::Kind::coindesk) {
        const char* mark = request.url.find('?') == std::string::npos ? "?" : "&";
        request.url += mark + ("api_key=" + http::encode(config.news_api_key));
    }
    return request;
}

void write(jobs::Job& job, news::Kind kind, const news::Feed& feed) {
    std::int64_t changed = 0;
    pg::Transaction tx{job.db};
    for (const auto& item : feed.items) {
        if (news::store(tx, kind, item)) ++changed;
    }
    news::forget_old(tx);
    tx.commit();
    log::info("news_fetched",
              {{"items", std::to_string(feed.items.size())}, {"changed", std::to_string(changed)}});
}

void fetch_feed(jobs::Job& job, http::Client& client, const std::string& origin) {
    const auto kind = news::kind_of(job.config.news_kind).value();
    const auto answer = client.send(feed_request(job.config, kind));
    if (!answer.ok()) {
        // The reason may name the address, and the address hold the key: the status alone is told.
        log::warn("no_news",
                  {{"outcome", answer.outcome == http::Outcome::too_large  ? "too large"
                               : answer.outcome == http::Outcome::answered ? "refused"
                                                                           : "unreachable"},
                   {"status", std::to_string(answer.status)}});
        return job.failed();
    }
    const auto feed = news::parse(kind, answer.body, origin, pg::now());
    if (!feed.problem.empty()) {
        log::warn("no_news", {{"outcome", "unreadable"}, {"problem", feed.problem}});
        return job.failed();
    }
    write(job, kind, feed);
}

/// By the bytes themselves: what a server calls its answer proves nothing.
std::optional<const char*> picture_type(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFF\xD8\xFF"sv)) return "image/jpeg";
    if (bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) return "image/png";
    if (bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)) return "image/gif";
    if (bytes.starts_with("RIFF"sv) && bytes.substr(0, 12).ends_with("WEBP"sv)) {
        return "image/webp";
    }
    return {};
}

/// A picture that cannot be had is no failure of the job: the page has drawn ones.
void fetch_pictures(jobs::Job& job, http::Client& client, const std::string& trusted_origin) {
    for (const auto row : job.db.run(missing_pictures)) {
        http::Outgoing request;
        request.url = row.str("image_url");
        request.timeout = patience;
        request.largest_body = largest_picture;
        const auto origin = news::origin_of(request.url);
        const bool trusted = !trusted_origin.empty() && origin == trusted_origin;
        if (!trusted && !(origin && origin->starts_with("https://"))) continue;
        request.public_only = !trusted;
        const auto answer = client.send(request);
        const auto type = picture_type(answer.body);
        if (!answer.ok() || !type) {
            log::info("no_picture", {{"news", row.str("id")}});
            continue;
        }
        pg::Transaction tx{job.db};
        tx.change(1, write_picture,
                  {row.integer("id"), request.url, *type, pg::Param::bytes(answer.body)});
        tx.commit();
    }
}

void fetch(jobs::Job& job) {
    http::Client client;
    const auto origin = news::origin_of(job.config.news_url).value_or("");
    if (!job.config.news_url.empty()) fetch_feed(job, client, origin);
    fetch_pictures(job, client, origin);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "fetch_news", std::chrono::milliseconds{0}, fetch);
}

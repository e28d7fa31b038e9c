// The client's picture. What is kept is drawn anew, 256 × 256: a file that somebody made is never
// sent to a browser.
#include "caller.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr int side = 256;
constexpr int quality = 88;
constexpr std::size_t max_bytes = 45u << 10;  ///< in base64 they still fit a request's body
constexpr std::size_t max_url = 64u << 10;
constexpr image::Limits limits{.max_side = 4096, .max_pixels = 4'000'000};

constexpr const char* upsert_avatar = R"sql(
    insert into client_avatars (client_id, media_type, image) values ($1, 'image/jpeg', $2)
    on conflict (client_id) do update
        set media_type = excluded.media_type, image = excluded.image, updated_at = now()
)sql";
constexpr const char* own_avatar = R"sql(
    select a.media_type, a.image from client_avatars a join clients c on c.id = a.client_id
     where c.id = $1 and c.user_unique_id = $2
)sql";
constexpr const char* delete_avatar = "delete from client_avatars where client_id = $1";

std::string drawn_anew(const std::string& url) {
    const auto source = image::from_data_url(url, max_bytes, "image");
    return image::to_jpeg(picture_decoder().cover(source, limits, side, side, "image"), quality);
}

void set_avatar(Request& request, Later later) {
    auto url = request.params.required<std::string>("image", max_url);
    request.params.refuse_others();
    picture_lane().run_for(request.client(), std::move(later), [&request, url = std::move(url)] {
        const auto file = drawn_anew(url);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = lock_caller(tx, request);
        tx.change(1, upsert_avatar, {caller.id, pg::Param::bytes(file)});
        tx.commit();
        return Reply::message("saved");
    });
}

Reply avatar(Request& request) {
    const auto id = request.params.required<std::string>("id");
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.maybe(own_avatar, {request.client(), id});
    if (!row) throw Error{Code::not_found, "id"};
    return Reply::text(row->bytes("image"), row->str("media_type"));
}

Reply remove_avatar(Request& request) {
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    tx.run(delete_avatar, {caller.id});
    tx.commit();
    return Reply::message("saved");
}

constexpr Parameter picture[] = {
    {"image", Type::image, Need::required, "A data URL of a PNG or JPEG file of at most 45 kB."}};
constexpr Parameter of_client[] = {
    {"id", Type::text, Need::required, "The caller's own user_unique_id."}};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/avatar", Access::client, Limit::changes, Effect::changes_secretly,
          nullptr, set_avatar}
        .takes(picture)
        .gives("Message")
        .means("Sets the picture"),
    Route{Method::get, "/api/v3/avatar", Access::client, Limit::reads, Effect::reads, avatar}
        .takes(of_client)
        .gives("Picture")
        .means("Shows the picture"),
    Route{Method::post, "/api/v3/avatar/remove", Access::client, Limit::changes, Effect::changes,
          remove_avatar}
        .gives("Message")
        .means("Removes the picture"),
};

}  // namespace

const std::span<const Route> avatar_routes{routes};

}  // namespace cambio::account

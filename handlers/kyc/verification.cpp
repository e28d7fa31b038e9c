// A client's verification: how far it is, and the photos, which are decoded to see that they are
// photos, sealed, and never shown to a browser again.
#include "crypto/sealed.h"
#include "fcgi/serve.h"
#include "kyc/kyc.h"
#include "push/push.h"
#include "routes.h"
#include "safe.h"

namespace cambio::kyc {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_bytes = 8u << 20;
/// Base64 makes four letters of three bytes.
constexpr std::size_t max_url = max_bytes / 3 * 4 + 64;
constexpr std::size_t largest_body = max_url + 1024;
constexpr image::Limits limits{.max_side = 10'000, .max_pixels = 40'000'000};
constexpr std::size_t max_number = 64;

constexpr std::array id_types = {"Driver's License", "Government ID", "Passport", "Others"};

constexpr const char* unique_id = "select user_unique_id from clients where id = $1";
constexpr const char* insert_record = R"sql(
    insert into kyc_records (client_id, id_type, id_number) values ($1, $2, $3)
    on conflict do nothing
)sql";
constexpr const char* update_record = R"sql(
    update kyc_records set id_type = $2, id_number = $3, updated_at = now() where client_id = $1
)sql";

Json::Value view(const PhotoState& state) {
    Json::Value json;
    json["status"] = state.status.empty() ? Json::Value{} : Json::Value{state.status};
    if (!state.reason.empty()) json["reason"] = state.reason;
    return json;
}

Reply check_kyc(Request& request) {
    const auto client = request.client();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto record = find(tx, client);

    Json::Value reply;
    reply["message"] = record ? "success" : "no_existing_kyc";
    for (const Photo photo : photos)
        reply[std::string{name_of(photo)}] = view(record ? record->of(photo) : PhotoState{});
    if (record) {
        reply["id_type"] = record->id_type;
        reply["id_number"] = record->id_number;
    }
    return Reply::json(reply);
}

struct Submission {
    std::string id_type;
    std::string id_number;
    Photo photo;
    std::string url;
};

/// Only what is missing or was rejected may come.
void check_wanted(const Record& record, Photo photo) {
    const auto& status = record.of(photo).status;
    if (record.approved()) throw Error{Code::kyc_already_approved};
    if (status == "PENDING") throw Error{Code::kyc_pending};
    if (status == "APPROVED") throw Error{Code::kyc_photo_approved, "img_type"};
}

Reply store(const Request& request, const Submission& given) {
    const auto client = request.client();
    const auto source = image::from_data_url(given.url, max_bytes, "image");
    photo_decoder().check(source, limits, "image");
    const auto sealed = crypto::seal(photo_key(), source.bytes, seal_context(client, given.photo));

    auto connection = request.db();
    pg::Transaction tx{*connection};
    tx.run(insert_record, {client, given.id_type, given.id_number});
    lock_record(tx, client);
    const auto record = find(tx, client).value();
    check_wanted(record, given.photo);
    if (record.id_type != given.id_type || record.id_number != given.id_number) {
        tx.change(1, update_record, {client, given.id_type, given.id_number});
        review_again(tx, client);
    }
    put_photo(tx, client, given.photo, record.of(given.photo),
              {std::string{image::media_type(source.format)}, sealed});
    const auto user_unique_id = tx.one(unique_id, {client}).str("user_unique_id");
    tx.commit();

    request.push().tell(user_unique_id, ClientEvent::kyc);
    return Reply::message("success");
}

std::string trimmed(std::string text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string::npos) throw Error{Code::missing_parameter, "id_number"};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

void upload(Request& request, Later later) {
    auto& params = request.params;
    Submission given;
    given.id_type =
        id_types[params.choice("id_type", {id_types[0], id_types[1], id_types[2], id_types[3]})];
    given.id_number = trimmed(params.required<std::string>("id_number", max_number));
    given.photo = photos[params.choice("img_type", {"SELFIE", "FRONTID", "BACKID"})];
    given.url = params.required<std::string>("image", max_url);
    params.refuse_others();
    photo_lane().run_for(request.client(), std::move(later),
                         [&request, given = std::move(given)] { return store(request, given); });
}

constexpr Parameter upload_parameters[] = {
    {"id_type", Type::choice, Need::required, "The kind of document.",
     "Driver's License|Government ID|Passport|Others"},
    {"id_number", Type::text, Need::required, "The document's number, at most 64 characters."},
    {"img_type", Type::choice, Need::required, "Which photo this is.", "SELFIE|FRONTID|BACKID"},
    {"image", Type::image, Need::required,
     "The photo as a data URL: JPEG, PNG or WebP of at most 8 MB and 40 megapixels."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v2/upload/check-kyc", Access::client, Limit::reads, Effect::reads,
          check_kyc}
        .gives("Verification")
        .means("Shows the verification status"),
    Route{Method::post, "/api/v2/upload/kyc", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, upload}
        .takes(upload_parameters)
        .gives("Message")
        .means("Uploads a photo for the verification")
        .body_up_to(largest_body),
};

}  // namespace

const std::span<const Route> verification_routes{routes};

}  // namespace cambio::kyc

#include "kyc/kyc.h"

#include <algorithm>

namespace cambio::kyc {

namespace {

constexpr const char* record_of = R"sql(
    select id_type, id_number from kyc_records where client_id = $1
)sql";
constexpr const char* photos_of = R"sql(
    select photo, status, reason, media_type, uploaded_at from kyc_photos where client_id = $1
)sql";
constexpr const char* lock = "select client_id from kyc_records where client_id = $1 for update";

}  // namespace

std::string_view name_of(Photo photo) {
    switch (photo) {
        case Photo::selfie:
            return "selfie";
        case Photo::front:
            return "front";
        case Photo::back:
            break;
    }
    return "back";
}

std::optional<Photo> photo_named(std::string_view name) {
    for (const Photo photo : photos)
        if (name_of(photo) == name) return photo;
    return {};
}

std::string seal_context(ClientId client, Photo photo) {
    return "kyc " + std::to_string(client.value) + ' ' + std::string{name_of(photo)};
}

bool Record::any(std::string_view status) const {
    return std::any_of(states.begin(), states.end(),
                       [&](const PhotoState& state) { return state.status == status; });
}

std::optional<Record> find(pg::Transaction& tx, ClientId client) {
    const auto row = tx.maybe(record_of, {client});
    if (!row) return {};
    Record record{row->str("id_type"), row->str("id_number"), {}};
    for (const pg::Row photo : tx.run(photos_of, {client})) {
        const auto which = photo_named(photo.text("photo"));
        if (!which) continue;
        record.states[static_cast<std::size_t>(*which)] = {photo.str("status"), photo.str("reason"),
                                                           photo.str("media_type"),
                                                           pg::iso(photo.time("uploaded_at"))};
    }
    return record;
}

bool lock_record(pg::Transaction& tx, ClientId client) {
    return tx.maybe(lock, {client}).has_value();
}

}  // namespace cambio::kyc

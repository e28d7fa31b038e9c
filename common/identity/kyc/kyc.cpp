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
constexpr const char* insert_photo = R"sql(
    insert into kyc_photos (client_id, photo, media_type, sealed) values ($1, $2, $3, $4)
)sql";
constexpr const char* replace_photo = R"sql(
    update kyc_photos set status = 'PENDING', reason = '', media_type = $3, sealed = $4,
           uploaded_at = now(), reviewed_at = null
     where client_id = $1 and photo = $2 and status = 'DISSAPROVED'
)sql";
constexpr const char* set_pending_again = R"sql(
    update kyc_photos set status = 'PENDING' where client_id = $1 and status = 'APPROVED'
)sql";
constexpr const char* set_approved = R"sql(
    update kyc_photos set status = 'APPROVED', reason = '', reviewed_at = now()
     where client_id = $1 and status = 'PENDING'
)sql";
constexpr const char* set_rejected = R"sql(
    update kyc_photos set status = 'DISSAPROVED', reason = $3, reviewed_at = now()
     where client_id = $1 and photo = $2
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

void put_photo(pg::Transaction& tx, ClientId client, Photo photo, const PhotoState& before,
               const SealedPhoto& now) {
    tx.change(1, before.status.empty() ? insert_photo : replace_photo,
              {client, name_of(photo), now.media_type, pg::Param::bytes(now.sealed)});
}

void review_again(pg::Transaction& tx, ClientId client) {
    tx.run(set_pending_again, {client});
}

void approve_pending(pg::Transaction& tx, ClientId client) {
    tx.run(set_approved, {client});
}

void reject_photo(pg::Transaction& tx, ClientId client, const std::string& photo,
                  const std::string& reason) {
    tx.change(1, set_rejected, {client, photo, reason});
}

}  // namespace cambio::kyc

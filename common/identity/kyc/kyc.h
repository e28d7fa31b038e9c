#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// What the KYC calls and the operator's program both know of a client's verification.
namespace cambio::kyc {

enum class Photo { selfie, front, back };
constexpr std::array photos = {Photo::selfie, Photo::front, Photo::back};

/// "selfie", "front", "back".
std::string_view name_of(Photo photo);
std::optional<Photo> photo_named(std::string_view name);

/// What a client's photo is sealed for (crypto/sealed.h).
std::string seal_context(ClientId client, Photo photo);

struct PhotoState {
    std::string status;  ///< PENDING, DISSAPROVED or APPROVED; empty: not uploaded
    std::string reason;  ///< why it was rejected
    std::string media_type;
    std::string uploaded_at;  ///< ISO 8601, empty where there is none
};

struct Record {
    std::string id_type;
    std::string id_number;
    std::array<PhotoState, photos.size()> states;  ///< by Photo

    const PhotoState& of(Photo photo) const { return states[static_cast<std::size_t>(photo)]; }
    bool any(std::string_view status) const;
    bool complete() const { return !any(""); }
    bool approved() const { return complete() && !any("PENDING") && !any("DISSAPROVED"); }
};

/// Nothing: the client has uploaded nothing yet. `lock_record` comes first where it is changed.
std::optional<Record> find(pg::Transaction& tx, ClientId client);

/// Makes the record wait for whoever else changes it. False: there is none.
bool lock_record(pg::Transaction& tx, ClientId client);

struct SealedPhoto {
    std::string media_type;
    std::string sealed;  ///< for seal_context()
};
/// In place of none, or of one that was rejected.
void put_photo(pg::Transaction& tx, ClientId client, Photo photo, const PhotoState& before,
               const SealedPhoto& now);
/// Photos that were approved for another document are looked at again.
void review_again(pg::Transaction& tx, ClientId client);
void approve_pending(pg::Transaction& tx, ClientId client);
void reject_photo(pg::Transaction& tx, ClientId client, const std::string& photo,
                  const std::string& reason);

}  // namespace cambio::kyc

// The review of verifications: who waits, the photos, approving and rejecting.
#include "kyc/kyc.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "clients/standing.h"
#include "commands.h"
#include "crypto/crypto.h"
#include "crypto/sealed.h"
#include "notices/notices.h"
#include "output.h"

namespace cambio::control {

namespace {

using kyc::Photo, kyc::Record;

// A review is of all three photos; `all` shows every client who has sent any.
constexpr const char* waiting = R"sql(
    select c.id, c.user_unique_id, c.email, r.id_type,
           coalesce(max(p.status) filter (where p.photo = 'selfie'), '-') as selfie,
           coalesce(max(p.status) filter (where p.photo = 'front'), '-') as front,
           coalesce(max(p.status) filter (where p.photo = 'back'), '-') as back,
           to_char(max(p.uploaded_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as uploaded
      from kyc_records r join clients c on c.id = r.client_id
      join kyc_photos p on p.client_id = r.client_id
     group by c.id, r.client_id
    having $1 or (count(*) = 3 and bool_or(p.status = 'PENDING'))
     order by max(p.uploaded_at), c.id limit $2
)sql";

constexpr const char* sealed_photo = R"sql(
    select sealed from kyc_photos where client_id = $1 and photo = $2
)sql";

// Verified clients who have shown a document of the same kind and number, however it was typed. Two
// reviews of one document take turns.
constexpr const char* lock_document = R"sql(
    select pg_advisory_xact_lock(hashtextextended('document:' || $1, 0))
)sql";
constexpr const char* same_document = R"sql(
    select c.user_unique_id, c.email
      from kyc_records own join kyc_records r
           on r.id_type = own.id_type and r.client_id <> own.client_id
              and regexp_replace(upper(r.id_number), '[^A-Z0-9]', '', 'g') =
                  regexp_replace(upper(own.id_number), '[^A-Z0-9]', '', 'g')
      join clients c on c.id = r.client_id
     where own.client_id = $1 and c.account_status = 'Verified'
     order by c.id
)sql";

/// Empty: nobody.
std::string others_with(pg::Transaction& tx, const Client& client) {
    std::string names;
    for (const auto row : tx.run(same_document, {client.id}))
        names +=
            (names.empty() ? "" : ", ") + row.str("user_unique_id") + " (" + row.str("email") + ')';
    return names;
}

Record record_of(pg::Transaction& tx, const Client& client) {
    kyc::lock_record(tx, client.id);
    auto record = kyc::find(tx, client.id);
    if (!record) throw Refused{client.name() + " has not submitted a verification."};
    return *std::move(record);
}

Record reviewed(pg::Transaction& tx, const Client& client) {
    auto record = record_of(tx, client);
    if (record.approved()) throw Refused{client.name() + " is already verified."};
    if (!record.complete())
        throw Refused{client.name() + " has not uploaded all three photos yet."};
    if (!record.any("PENDING")) throw Refused{client.name() + " has nothing to review."};
    return record;
}

std::string extension(const std::string& media_type) {
    const auto name = media_type.substr(media_type.find('/') + 1);
    return name == "jpeg" ? "jpg" : name;
}

/// Never over a file that is there, never through a link, for the operator alone.
void write_file(const std::string& path, std::string_view bytes) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) throw Refused{path + " cannot be written: " + std::strerror(errno) + "."};
    while (!bytes.empty()) {
        const auto count = ::write(fd, bytes.data(), bytes.size());
        if (count <= 0) break;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    if (::close(fd) != 0 || !bytes.empty()) {
        ::unlink(path.c_str());
        throw Refused{path + " could not be written completely."};
    }
}

/// The programs' role cannot read photos; the owner's can.
std::vector<std::string> write_photos(const Control& control, const Client& client,
                                      const Record& record, const std::string& folder) {
    if (control.config.database_owner_url.empty())
        throw std::runtime_error{"photos are read with DATABASE_OWNER_URL, which is not set"};
    const auto key = crypto::read_key(control.config.kyc_key_file, 32);
    pg::Connection owner{control.config.database_owner_url};
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        throw Refused{folder + " cannot be created: " + std::strerror(errno) + "."};
    std::vector<std::string> files;
    for (const Photo photo : kyc::photos) {
        const auto& state = record.of(photo);
        if (state.status.empty()) continue;
        const auto rows = owner.run(sealed_photo, {client.id, kyc::name_of(photo)});
        const auto plain =
            crypto::open_sealed(key, rows[0].bytes("sealed"), kyc::seal_context(client.id, photo));
        if (!plain)
            throw std::runtime_error{"the key of KYC_KEY_FILE does not open the photo " +
                                     std::string{kyc::name_of(photo)}};
        files.push_back(folder + '/' + client.unique_id + '-' + std::string{kyc::name_of(photo)} +
                        '.' + extension(state.media_type));
        write_file(files.back(), *plain);
    }
    return files;
}

void list(Control& control, bool all, int most) {
    print_list(control.db.run(waiting, {all, most}),
               {"id", "user_unique_id", "email", "id_type", "selfie", "front", "back", "uploaded"},
               control.json);
}

/// Looking at somebody's document is an act, too: the log has it.
void show(Control& control, const std::string& named, const std::string& folder) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    const auto record = record_of(tx, client);
    Json::Value card;
    card["client"] = client.name();
    card["account_status"] = client.account_status;
    card["id_type"] = record.id_type;
    card["id_number"] = record.id_number;
    card["same_document"] = others_with(tx, client);
    for (const Photo photo : kyc::photos) {
        const auto& state = record.of(photo);
        std::string text = state.status.empty() ? "not uploaded" : state.status;
        if (!state.uploaded_at.empty()) text += ", " + state.uploaded_at;
        if (!state.reason.empty()) text += ", " + state.reason;
        card[std::string{kyc::name_of(photo)}] = text;
    }
    Json::Value data;
    data["photos"] = !folder.empty();
    control.record(tx, "kyc show", client.name(), "", data);
    tx.commit();
    card["files"] = Json::arrayValue;
    if (!folder.empty())
        for (const auto& file : write_photos(control, client, record, folder))
            card["files"].append(file);
    print_card(card,
               {"client", "account_status", "id_type", "id_number", "same_document", "selfie",
                "front", "back", "files"},
               control.json);
}

void finish(Control& control, const Client& client, const std::string& sentence,
            const Record& now) {
    control.push.tell(client.unique_id, ClientEvent::kyc);
    control.push.tell(client.unique_id, ClientEvent::notification);
    Json::Value data;
    data["client"] = client.unique_id;
    for (const Photo photo : kyc::photos)
        data[std::string{kyc::name_of(photo)}] = now.of(photo).status;
    print_done(sentence, data, control.json);
}

/// `again`: although somebody else has shown the document.
void approve(Control& control, const std::string& named, bool again, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    const auto record = reviewed(tx, client);
    if (record.any("DISSAPROVED"))
        throw Refused{client.name() + " still has to upload a rejected photo again."};
    tx.one(lock_document, {record.id_type});
    const auto others = others_with(tx, client);
    if (!others.empty() && !again)
        throw Refused{"The same document has verified " + others +
                      ". To approve it anyway, use --same-document."};
    Json::Value data;
    if (!others.empty()) data["same_document"] = others;
    kyc::approve_pending(tx, client.id);
    clients::verify(tx, client.id);
    notices::tell(tx, client.id, notices::Kind::kyc_approved);
    control.record(tx, "kyc approve", client.name(), reason, data);
    const auto now = kyc::find(tx, client.id).value();
    tx.commit();
    finish(control, client, client.name() + " is verified.", now);
}

/// The review ends with it: what is not named was good, and only what is named comes again.
void reject(Control& control, const std::string& named, std::vector<std::string> photos,
            const std::string& reason) {
    if (photos.empty())
        for (const Photo photo : kyc::photos) photos.emplace_back(kyc::name_of(photo));
    pg::Transaction tx{control.db};
    const auto client = find_client(tx, named);
    reviewed(tx, client);
    Json::Value data;
    for (const auto& photo : photos) {
        kyc::reject_photo(tx, client.id, photo, reason);
        data["photos"].append(photo);
    }
    kyc::approve_pending(tx, client.id);
    Json::Value told;
    told["reason"] = reason;
    notices::tell(tx, client.id, notices::Kind::kyc_rejected, told);
    control.record(tx, "kyc reject", client.name(), reason, data);
    const auto now = kyc::find(tx, client.id).value();
    tx.commit();
    finish(control, client, client.name() + " has to upload photos again.", now);
}

}  // namespace

void add_kyc(Commands& commands) {
    struct Options {
        std::string client, folder;
        std::vector<std::string> photos;
        bool all = false, again = false;
        int most = 100;
    };
    const auto given = std::make_shared<Options>();
    auto& noun = commands.noun("kyc", "Verifications: list, show, approve, reject");
    const auto client = [given](CLI::App& verb) {
        verb.add_option("client", given->client, "Email, user ID or number")
            ->required()
            ->type_name("CLIENT");
    };

    auto& listing =
        commands.verb(noun, "list", "List clients waiting for review, longest wait first",
                      [given](Control& control) { list(control, given->all, given->most); });
    listing.add_flag("--all", given->all, "Everyone who has uploaded a photo");
    listing.add_option("--limit", given->most, "At most this many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    auto& showing = commands.verb(noun, "show", "Show a verification", [given](Control& control) {
        show(control, given->client, given->folder);
    });
    client(showing);
    showing.add_option("--to", given->folder, "Write the photos into this folder")
        ->type_name("FOLDER");
    auto& approving =
        commands.act(noun, "approve", "Approve all photos: the client is verified",
                     [given, &commands](Control& control) {
                         approve(control, given->client, given->again, commands.reason);
                     });
    client(approving);
    approving.add_flag("--same-document", given->again,
                       "Approve although the same document has verified another client");
    auto& rejecting =
        commands.act(noun, "reject", "Reject photos; the client reads the reason",
                     [given, &commands](Control& control) {
                         reject(control, given->client, given->photos, commands.reason);
                     });
    client(rejecting);
    rejecting
        .add_option("--photo", given->photos, "Only this photo (can be repeated); all by default")
        ->check(CLI::IsMember({"selfie", "front", "back"}))
        ->allow_extra_args(false);
}

}  // namespace cambio::control

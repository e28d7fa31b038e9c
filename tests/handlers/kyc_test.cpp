// Verification as a client meets it: what is missing, what may be uploaded when, and that nobody
// ever reads a photo who should not.
#include "kyc/kyc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <sstream>

#include "crypto/crypto.h"
#include "crypto/sealed.h"
#include "support/builders.h"
#include "support/pictures.h"

namespace cambio::test {
namespace {

using Fields = FastCgiClient::Params;
using testing::HasSubstr, testing::Not;

constexpr const char* number_of_document = "canary-document-4711";

class Kyc : public testing::Test {
  protected:
    struct Place {
        ScratchFolder logs;
        World world{{{"LOG_DIR", logs.path()}, {"LOG_LEVEL", "debug"}}};
        HandlerProcess handler = world.handler("kyc");
        std::string picture = jpeg_picture(320, 200);
    };
    static void SetUpTestSuite() { place = std::make_unique<Place>(); }
    static void TearDownTestSuite() { place.reset(); }

    static World& world() { return place->world; }

    FastCgiClient caller() const {
        auto client = place->handler.client();
        client.bearer(token);
        return client;
    }
    Json::Value check() const { return caller().get("/api/v2/upload/check-kyc").json(); }

    static Fields photo(const std::string& type, const std::string& url = {}) {
        return {{"id_type", "Passport"},
                {"id_number", number_of_document},
                {"img_type", type},
                {"image", url.empty() ? jpeg_url(place->picture) : url}};
    }
    static Fields with(Fields fields, const std::string& name, const std::string& value) {
        for (auto& field : fields)
            if (field.first == name) field.second = value;
        return fields;
    }
    Answer upload(const Fields& fields) const {
        return caller().post_json("/api/v2/upload/kyc", fields);
    }
    void upload_all() const {
        for (const char* type : {"SELFIE", "FRONTID", "BACKID"})
            EXPECT_EQ(upload(photo(type)).message(), "success");
    }
    void review(const char* photo_name, const char* status, const char* reason = "") const {
        world().superuser().run(
            "update kyc_photos set status = $3, reason = $4 where client_id = $1 and photo = $2",
            {person.id, photo_name, status, reason});
    }
    std::int64_t photos_kept() const {
        return world()
            .app()
            .run("select count(*) from kyc_photos where client_id = $1", {person.id})[0]
            .integer("count");
    }

    static std::unique_ptr<Place> place;
    static int people;
    const Person person = world().client("kyc" + std::to_string(++people) + "@example.com");
    const std::string token = world().token(person);
};
std::unique_ptr<Kyc::Place> Kyc::place;
int Kyc::people = 0;

void expect_refusal(const Answer& answer, int status, const std::string& code,
                    const std::string& field = "") {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.message(), code) << answer.body;
    EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
}

TEST_F(Kyc, NobodyTakesEveryPlaceOfThoseThatWait) {
    const auto other = world().client("kyc-other" + std::to_string(people) + "@example.com");
    auto others_call = caller();
    others_call.bearer(world().token(other));
    // What is decoded first waits for its record, and everybody behind it.
    pg::Connection holder{world().database().superuser()};
    pg::Transaction tx{holder};
    tx.run("lock table kyc_records in exclusive mode");
    const auto sent = [this](const char* type) {
        return std::async(std::launch::async, [this, type] { return upload(photo(type)); });
    };
    auto first = sent("SELFIE");
    wait_until("the first to be in the middle", [&] {
        return world()
                   .superuser()
                   .run(
                       "select from pg_locks l join pg_class c on c.oid = l.relation "
                       "where not l.granted and c.relname = 'kyc_records'")
                   .size() == 1;
    });
    auto second = sent("FRONTID"), third = sent("BACKID");
    const auto answered = [](std::future<Answer>& one) {
        return one.valid() && one.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    };
    wait_until("one of them to be refused", [&] { return answered(second) || answered(third); });
    const auto refusal = answered(second) ? second.get() : third.get();
    EXPECT_EQ(refusal.status, 429) << refusal.body;
    EXPECT_EQ(refusal.message(), "rate_limited");
    auto behind = std::async(std::launch::async, [&] {
        return others_call.post_json("/api/v2/upload/kyc", photo("SELFIE"));
    });
    tx.commit();
    EXPECT_EQ(first.get().message(), "success");
    EXPECT_EQ(behind.get().message(), "success");
    EXPECT_EQ((second.valid() ? second : third).get().message(), "success");
    EXPECT_EQ(photos_kept(), 2);
}

TEST_F(Kyc, BeginsWithNothing) {
    const auto found = check();
    EXPECT_EQ(found["message"].asString(), "no_existing_kyc");
    for (const char* name : {"selfie", "front", "back"}) {
        EXPECT_TRUE(found[name].isObject());
        EXPECT_TRUE(found[name]["status"].isNull());
    }
    EXPECT_FALSE(found.isMember("id_number"));
}

TEST_F(Kyc, TellsWhatHasComeAndWhatIsMissing) {
    EXPECT_EQ(upload(photo("SELFIE")).message(), "success");
    auto found = check();
    EXPECT_EQ(found["message"].asString(), "success");
    EXPECT_EQ(found["selfie"]["status"].asString(), "PENDING");
    EXPECT_TRUE(found["front"]["status"].isNull());
    EXPECT_EQ(found["id_type"].asString(), "Passport");
    EXPECT_EQ(found["id_number"].asString(), number_of_document);

    EXPECT_EQ(upload(with(photo("FRONTID"), "id_type", "Driver's License")).message(), "success");
    EXPECT_EQ(upload(with(photo("BACKID"), "id_type", "Driver's License")).message(), "success");
    found = check();
    for (const char* name : {"selfie", "front", "back"})
        EXPECT_EQ(found[name]["status"].asString(), "PENDING");
    EXPECT_EQ(found["id_type"].asString(), "Driver's License") << "the last word counts";
}

TEST_F(Kyc, TakesNothingWhileItIsReviewed) {
    upload_all();
    for (const char* type : {"SELFIE", "FRONTID", "BACKID"})
        expect_refusal(upload(photo(type)), 409, "kyc_pending");
    EXPECT_EQ(upload(with(photo("SELFIE"), "id_number", "another")).status, 409);
    EXPECT_EQ(check()["id_number"].asString(), number_of_document);
}

TEST_F(Kyc, TakesAgainOnlyWhatWasRejected) {
    upload_all();
    review("selfie", "APPROVED");
    review("front", "DISSAPROVED", "The number cannot be read.");
    review("back", "APPROVED");
    EXPECT_EQ(check()["front"]["status"].asString(), "DISSAPROVED");
    EXPECT_EQ(check()["front"]["reason"].asString(), "The number cannot be read.");
    expect_refusal(upload(photo("SELFIE")), 409, "kyc_photo_approved", "img_type");

    EXPECT_EQ(upload(photo("FRONTID")).message(), "success");
    const auto found = check();
    EXPECT_EQ(found["front"]["status"].asString(), "PENDING");
    EXPECT_FALSE(found["front"].isMember("reason"));
    EXPECT_EQ(found["selfie"]["status"].asString(), "APPROVED");
    expect_refusal(upload(photo("FRONTID")), 409, "kyc_pending");
}

TEST_F(Kyc, LooksAtAllPhotosAgainWhenTheDocumentIsAnother) {
    upload_all();
    review("selfie", "APPROVED");
    review("front", "DISSAPROVED", "Blurred.");
    review("back", "APPROVED");
    EXPECT_EQ(upload(with(photo("FRONTID"), "id_number", "another")).message(), "success");
    const auto found = check();
    for (const char* name : {"selfie", "front", "back"})
        EXPECT_EQ(found[name]["status"].asString(), "PENDING") << name;
}

TEST_F(Kyc, TakesNothingOnceItIsApproved) {
    upload_all();
    for (const char* name : {"selfie", "front", "back"}) review(name, "APPROVED");
    expect_refusal(upload(photo("BACKID")), 409, "kyc_already_approved");
}

TEST_F(Kyc, RefusesWhatIsNoPhoto) {
    const std::string jpeg = place->picture;
    for (const auto& url :
         {std::string{"data:image/svg+xml;base64,PHN2Zz4="}, std::string{"https://example.com/a"},
          jpeg_url(jpeg.substr(0, jpeg.size() / 2)), jpeg_url("<html>" + jpeg),
          jpeg_url("\xff\xd8\xff and nothing more"), std::string{"data:image/jpeg;base64,%%%%"}})
        expect_refusal(upload(photo("SELFIE", url)), 400, "image_invalid", "image");
    EXPECT_EQ(check()["message"].asString(), "no_existing_kyc");
}

TEST_F(Kyc, RefusesWhatIsTooLarge) {
    // More pixels than anybody's document needs, in few bytes.
    const auto wide = jpeg_picture(10'001, 8, 1);
    expect_refusal(upload(photo("SELFIE", jpeg_url(wide))), 400, "image_too_large", "image");
    const std::string heavy = place->picture + std::string((8u << 20) + 1, 'x');
    const auto answer = upload(photo("SELFIE", jpeg_url(heavy)));
    EXPECT_TRUE(answer.status == 413 || answer.status == 400) << answer.status;
    EXPECT_EQ(photos_kept(), 0);
}

TEST_F(Kyc, TakesALargePhoto) {
    const auto large = jpeg_picture(3000, 2400, 97);
    ASSERT_GT(large.size(), 1u << 20) << "more than an ordinary body";
    EXPECT_EQ(upload(photo("SELFIE", jpeg_url(large))).message(), "success");
}

TEST_F(Kyc, NamesTheFieldThatIsWrong) {
    for (const char* name : {"id_type", "id_number", "img_type", "image"}) {
        auto fields = photo("SELFIE");
        std::erase_if(fields, [&](const auto& field) { return field.first == name; });
        expect_refusal(upload(fields), 400, "missing_parameter", name);
    }
    expect_refusal(upload(with(photo("SELFIE"), "id_type", "Library card")), 400,
                   "invalid_parameter", "id_type");
    expect_refusal(upload(photo("PROFILE")), 400, "invalid_parameter", "img_type");
    expect_refusal(upload(with(photo("SELFIE"), "id_number", "   ")), 400, "missing_parameter",
                   "id_number");
    expect_refusal(upload(with(photo("SELFIE"), "id_number", std::string(65, '1'))), 400,
                   "too_long", "id_number");
    auto fields = photo("SELFIE");
    fields.emplace_back("status", "APPROVED");
    expect_refusal(upload(fields), 400, "unknown_parameter", "status");
    EXPECT_EQ(photos_kept(), 0);
}

TEST_F(Kyc, IsForTheClientAlone) {
    auto stranger = place->handler.client();
    expect_refusal(stranger.get("/api/v2/upload/check-kyc"), 401, "unauthorized");
    expect_refusal(stranger.post_json("/api/v2/upload/kyc", photo("SELFIE")), 401, "unauthorized");
    expect_refusal(caller().get("/api/v2/upload/kyc", {{"id_type", "Passport"}}), 405,
                   "method_not_allowed");

    upload_all();
    const auto other = world().client("other" + std::to_string(people) + "@example.com");
    stranger.bearer(world().token(other));
    EXPECT_EQ(stranger.get("/api/v2/upload/check-kyc").message(), "no_existing_kyc");
    // A parameter that names somebody else is not even read.
    EXPECT_EQ(
        stranger.get("/api/v2/upload/check-kyc", {{"client_id", std::to_string(person.id.value)}})
            .message(),
        "no_existing_kyc");
}

TEST_F(Kyc, RefusesAFrozenClient) {
    world().app().run(
        "update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 where id = $1",
        {person.id});
    expect_refusal(caller().get("/api/v2/upload/check-kyc"), 403, "frozen_account");
    expect_refusal(upload(photo("SELFIE")), 403, "frozen_account");
    EXPECT_EQ(photos_kept(), 0);
}

TEST_F(Kyc, KeepsPhotosSealedFromTheProgramsThemselves) {
    EXPECT_EQ(upload(photo("SELFIE")).message(), "success");
    EXPECT_THROW(world().app().run("select sealed from kyc_photos"), pg::Failure);

    const auto rows = world().superuser().run(
        "select sealed, media_type from kyc_photos where client_id = $1", {person.id});
    const auto sealed = rows[0].bytes("sealed");
    EXPECT_EQ(rows[0].str("media_type"), "image/jpeg");
    EXPECT_EQ(sealed.find("JFIF"), std::string::npos);
    const auto key = crypto::read_key(world().config().get("KYC_KEY_FILE"), 32);
    const auto context = kyc::seal_context(person.id, kyc::Photo::selfie);
    EXPECT_EQ(crypto::open_sealed(key, sealed, context), place->picture);
    const auto of_another = kyc::seal_context(ClientId{person.id.value + 1}, kyc::Photo::selfie);
    EXPECT_FALSE(crypto::open_sealed(key, sealed, of_another));
}

TEST_F(Kyc, NeedsNeitherTheKeyThatOpensPhotosNorTheOneThatSignsTokens) {
    for (const char* name : {"KYC_KEY_FILE", "TOKEN_KEY_FILE"})
        std::filesystem::rename(world().config().get(name), world().config().get(name) + ".away");
    {
        const auto handler = world().handler("kyc");
        auto client = handler.client();
        client.bearer(token);
        EXPECT_EQ(client.post_json("/api/v2/upload/kyc", photo("SELFIE")).message(), "success");
    }
    for (const char* name : {"KYC_KEY_FILE", "TOKEN_KEY_FILE"})
        std::filesystem::rename(world().config().get(name) + ".away", world().config().get(name));
}

TEST_F(Kyc, WritesNothingOfItIntoALog) {
    EXPECT_EQ(upload(photo("SELFIE")).message(), "success");
    EXPECT_EQ(upload(photo("FRONTID", "data:image/jpeg;base64,Y2FuYXJ5")).status, 400);
    EXPECT_EQ(upload(with(photo("FRONTID"), "id_type", "canary-type")).status, 400);
    const auto start = jpeg_url(place->picture).substr(30, 40);
    for (const auto& entry : std::filesystem::directory_iterator{place->logs.path()}) {
        std::ostringstream text;
        text << std::ifstream{entry.path()}.rdbuf();
        EXPECT_THAT(text.str(), Not(HasSubstr("canary")));
        EXPECT_THAT(text.str(), Not(HasSubstr(start)));
    }
    EXPECT_THAT(place->handler.log(), Not(HasSubstr("canary")));
}

}  // namespace
}  // namespace cambio::test

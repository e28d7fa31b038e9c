#include <sodium.h>

#include "handlers/account_fixture.h"
#include "image/codecs.h"

namespace cambio {

namespace {

using testing::HasSubstr, testing::Not;

const Fields personal{{"name", "Mira Voss"},
                      {"gender", "Female"},
                      {"date_of_birth", "1990-02-28"},
                      {"address", "Rua Augusta 12, Lisbon"}};

Fields with(Fields fields, const std::string& name, const std::string& value) {
    std::erase_if(fields, [&](const auto& field) { return field.first == name; });
    fields.emplace_back(name, value);
    return fields;
}

TEST_F(Account, ClientsShowsTheCallerAlone) {
    const auto mira = person();
    const auto stranger = person();
    const auto reply = get(mira, "/api/v3/clients", {{"client_id", std::to_string(mira.id.value)}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.json()["clients"]["user"]["email"].asString(), mira.email);
    EXPECT_EQ(reply.json()["clients"]["id"].asString(), std::to_string(mira.id.value));
    EXPECT_EQ(reply.json()["verified"].asString(), "FALSE");
    EXPECT_THAT(reply.body, Not(HasSubstr("argon2")));
    expect_error(get(mira, "/api/v3/clients", {{"client_id", std::to_string(stranger.id.value)}}),
                 404, "not_found", "client_id");
    sql("update clients set account_status = 'Verified' where id = $1", {mira.id});
    EXPECT_EQ(get(mira, "/api/v3/clients").json()["verified"].asString(), "TRUE");
}

TEST_F(Account, AProfileIsSavedWithTheLoginPassword) {
    const auto mira = person();
    const auto before = get(mira, "/api/v3/profile").json()["profile"];
    EXPECT_EQ(before["name"].asString(), "");
    EXPECT_EQ(before["vip_level"].asString(), "Regular User");
    EXPECT_EQ(before["limits"]["fiat_daily_usd"].asString(), "50000");
    EXPECT_TRUE(before["limits"]["crypto_deposit"].isNull());
    EXPECT_TRUE(before["avatar_at"].isNull());

    expect_error(
        post(mira, "/api/v3/update-profile", with(personal, "password", "not the password")), 400,
        "wrong_password", "password");
    EXPECT_EQ(get(mira, "/api/v3/profile").json()["profile"]["name"].asString(), "");
    expect_message(post(mira, "/api/v3/update-profile", with(personal, "password", password)),
                   "saved");
    const auto after = get(mira, "/api/v3/profile").json()["profile"];
    EXPECT_EQ(after["name"].asString(), "Mira Voss");
    EXPECT_EQ(after["gender"].asString(), "Female");
    EXPECT_EQ(after["date_of_birth"].asString(), "1990-02-28");
    EXPECT_EQ(after["address"].asString(), "Rua Augusta 12, Lisbon");
    EXPECT_EQ(activities(mira, "profile_changed"), 1);
}

TEST_F(Account, MyProfileTakesTheSameFieldsUnderBothMethods) {
    const auto mira = person();
    const auto own = with(personal, "client_id", std::to_string(mira.id.value));
    expect_message(get(mira, "/api/v3/my-profile", own), "saved");
    expect_message(post(mira, "/api/v3/my-profile", with(own, "gender", "")), "saved");
    EXPECT_EQ(get(mira, "/api/v3/profile").json()["profile"]["gender"].asString(), "");
    const auto stranger = person();
    expect_error(post(stranger, "/api/v3/my-profile", own), 404, "not_found", "client_id");
    EXPECT_EQ(get(stranger, "/api/v3/profile").json()["profile"]["name"].asString(), "");
}

TEST_F(Account, AProfileHasRules) {
    const auto mira = person();
    const auto save = [&](const std::string& name, const std::string& value) {
        return post(mira, "/api/v3/my-profile", with(personal, name, value));
    };
    expect_error(save("gender", "Other"), 400, "invalid_parameter", "gender");
    expect_error(save("name", std::string(101, 'x')), 400, "too_long", "name");
    expect_error(save("date_of_birth", "1990-02-30"), 400, "invalid_parameter", "date_of_birth");
    expect_error(save("date_of_birth", "28.02.1990"), 400, "invalid_parameter", "date_of_birth");
    expect_error(save("date_of_birth", "2990-01-01"), 400, "out_of_range", "date_of_birth");
    expect_error(save("date_of_birth", "1899-12-31"), 400, "out_of_range", "date_of_birth");
    expect_error(save("account_status", "Verified"), 400, "unknown_parameter", "account_status");
    expect_error(post(mira, "/api/v3/my-profile"), 400, "missing_parameter", "name");
    expect_message(save("date_of_birth", ""), "saved");
}

std::string jpeg_url(int width, int height) {
    const image::Picture picture{width, height,
                                 std::string(static_cast<std::size_t>(width * height * 3), '\x40')};
    const auto bytes = image::to_jpeg(picture, 80);
    std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(),
                      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();
    return "data:image/jpeg;base64," + text;
}

TEST_F(Account, AnAvatarIsDrawnAnewAndShownToItsOwnerAlone) {
    const auto mira = person();
    const auto stranger = person();
    const Fields own{{"id", mira.unique_id}};
    expect_error(get(mira, "/api/v3/avatar", own), 404, "not_found", "id");
    expect_message(post(mira, "/api/v3/avatar", {{"image", jpeg_url(600, 300)}}), "saved");

    const auto answer = get(mira, "/api/v3/avatar", own);
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("content-type"), "image/jpeg");
    const auto picture =
        image::decode({image::Format::jpeg, answer.body}, {4096, 4'000'000}, "image");
    EXPECT_EQ(picture.width, 256);
    EXPECT_EQ(picture.height, 256);
    EXPECT_TRUE(get(mira, "/api/v3/profile").json()["profile"]["avatar_at"].isString());

    expect_error(get(stranger, "/api/v3/avatar", own), 404, "not_found", "id");
    expect_message(post(stranger, "/api/v3/avatar/remove"), "saved");
    EXPECT_EQ(get(mira, "/api/v3/avatar", own).status, 200);
    expect_message(post(mira, "/api/v3/avatar/remove"), "saved");
    expect_error(get(mira, "/api/v3/avatar", own), 404, "not_found", "id");
}

TEST_F(Account, OnlyPicturesBecomeAvatars) {
    const auto mira = person();
    const auto set = [&](const std::string& url) {
        return post(mira, "/api/v3/avatar", {{"image", url}});
    };
    expect_error(set("data:image/svg+xml;base64,PHN2Zz48L3N2Zz4="), 400, "image_invalid", "image");
    expect_error(set("data:image/png;base64,PHN2Zz48L3N2Zz4="), 400, "image_invalid", "image");
    expect_error(set("https://example.com/a.png"), 400, "image_invalid", "image");
    expect_error(set(jpeg_url(5000, 8)), 400, "image_too_large", "image");
    expect_error(set(std::string(60'000, 'A')), 400, "image_invalid", "image");
    expect_error(set("data:image/png;base64," + std::string(65'000, 'A')), 400, "image_too_large",
                 "image");
}

TEST_F(Account, TheLanguageOfMailsIsKept) {
    const auto mira = person();
    expect_message(post(mira, "/api/v3/language", {{"language", "de"}}), "saved");
    EXPECT_EQ(client_of(mira)[0].str("language"), "de");
    expect_error(post(mira, "/api/v3/language", {{"language", "tlh"}}), 400, "invalid_parameter",
                 "language");
}

const char* const reads[] = {
    "/api/v3/clients",       "/api/v3/profile",    "/api/v3/avatar",
    "/api/v3/security",      "/api/v3/two-factor", "/api/v3/withdrawal-addresses",
    "/api/v3/bind-accounts", "/api/v3/sessions",   "/api/v3/account-activity"};
const char* const changes[] = {"/api/v3/my-profile",
                               "/api/v3/update-profile",
                               "/api/v3/avatar",
                               "/api/v3/avatar/remove",
                               "/api/v3/language",
                               "/api/v2/get-code-for-password",
                               "/api/v2/update-password",
                               "/api/v3/update-password",
                               "/api/v3/update-transaction-password",
                               "/api/v3/two-factor/begin",
                               "/api/v3/two-factor/confirm",
                               "/api/v3/two-factor/remove",
                               "/api/v3/two-factor/recovery-codes",
                               "/api/v3/update-withdraw-limit",
                               "/api/v3/one-step-withdrawal",
                               "/api/v3/withdrawal-whitelist",
                               "/api/v3/withdrawal-addresses/add",
                               "/api/v3/withdrawal-addresses/remove",
                               "/api/v3/sendSMSCode",
                               "/api/v3/verify-mobile",
                               "/api/v3/get-code/anti-phishing",
                               "/api/v3/anti-phishing",
                               "/api/v3/sessions/revoke",
                               "/api/v3/sessions/revoke-all"};

TEST_F(Account, GuestsAndFrozenClientsAreRefusedEverywhere) {
    const auto frozen = person();
    freeze(frozen);
    for (const char* path : reads) {
        expect_error(as("").get(path), 401, "unauthorized");
        expect_error(get(frozen, path), 403, "frozen_account");
    }
    for (const char* path : changes) {
        expect_error(as("").post_json(path, Fields{}), 401, "unauthorized");
        expect_error(post(frozen, path), 403, "frozen_account");
    }
}

}  // namespace

}  // namespace cambio

// The operator's review of verifications.
#include "cambioctl_fixture.h"

namespace cambio::test {
namespace {

TEST_F(Cambioctl, ListsWhoWaitsForAReview) {
    photos({"PENDING", "PENDING", "PENDING"});
    const auto waits = [this](Words words) {
        for (const auto& row : done(std::move(words)))
            if (row["email"].asString() == person.email) return true;
        return false;
    };
    EXPECT_TRUE(waits({"kyc", "list"}));
    world().superuser().run("update kyc_photos set status = 'APPROVED' where client_id = $1",
                            {person.id});
    EXPECT_FALSE(waits({"kyc", "list"}));
    EXPECT_TRUE(waits({"kyc", "list", "--all"}));
}

TEST_F(Cambioctl, ShowsTheDocumentAndWritesThePhotosForTheOperatorAlone) {
    photos({"PENDING", "APPROVED", ""});
    const ScratchFolder scratch;
    const auto folder = scratch.file("review");
    const auto shown = done({"kyc", "show", person.email, "--to", folder});
    EXPECT_EQ(shown["id_number"].asString(), document());
    EXPECT_THAT(shown["front"].asString(), HasSubstr("APPROVED"));
    EXPECT_EQ(shown["back"].asString(), "not uploaded");
    ASSERT_EQ(shown["files"].size(), 2u);
    const auto file = folder + '/' + person.unique_id + "-selfie.jpg";
    EXPECT_EQ(shown["files"][0].asString(), file);
    EXPECT_EQ(contents(file), "the selfie");
    struct stat status {};
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0600u);
    ASSERT_EQ(::stat(folder.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0700u);
    expect_logged("kyc show", person.email, "");

    const auto again = call({"kyc", "show", person.email, "--to", folder});
    EXPECT_EQ(again.status, 1) << "never over a file that is there";
    const auto without = call({"kyc", "show", person.email});
    EXPECT_THAT(without.output, HasSubstr(document()));
}

TEST_F(Cambioctl, OpensNoPhotoWithAnotherKey) {
    photos({"PENDING", "PENDING", "PENDING"});
    const ScratchFolder scratch;
    // Of the same shape: this test's own configuration has another key.
    ScratchConfig other{{{"DATABASE_URL", world().database().app()},
                         {"DATABASE_OWNER_URL", world().database().owner()},
                         {"REDIS_URL", world().redis().url()}}};
    std::string output;
    EXPECT_EQ(run_job("cambioctl", other.path(),
                      {"kyc", "show", person.email, "--to", scratch.file("review")}, &output),
              3);
    EXPECT_THAT(output, HasSubstr("KYC_KEY_FILE"));
    EXPECT_TRUE(std::filesystem::is_empty(scratch.file("review")));
}

TEST_F(Cambioctl, ApprovesAClient) {
    photos({"PENDING", "APPROVED", "PENDING"});
    const auto reply = done({"kyc", "approve", person.email, "--reason", "All readable"});
    for (const char* photo : {"selfie", "front", "back"}) {
        EXPECT_EQ(reply[photo].asString(), "APPROVED");
        EXPECT_EQ(status_of(photo), "APPROVED");
    }
    EXPECT_EQ(client_column("account_status"), "Verified");
    expect_logged("kyc approve", person.email, "All readable");
    expect_told("kyc_approved");
    expect_refusal({"kyc", "approve", person.email, "--reason", "x"}, "already verified");
    expect_refusal({"kyc", "reject", person.email, "--reason", "x"}, "already verified");
}

TEST_F(Cambioctl, ADocumentVerifiesOneClientUnlessTheOperatorSaysOtherwise) {
    photos({"PENDING", "PENDING", "PENDING"});
    const auto other = world().client("twin@example.com");
    world().app().run(
        "insert into kyc_records (client_id, id_type, id_number) values ($1, 'Passport', $2)",
        {other.id, "x " + std::to_string(person.id.value)});
    EXPECT_EQ(done({"kyc", "show", person.email})["same_document"].asString(), "");
    world().superuser().run("update clients set account_status = 'Verified' where id = $1",
                            {other.id});
    EXPECT_NE(done({"kyc", "show", person.email})["same_document"].asString().find(other.unique_id),
              std::string::npos);
    expect_refusal({"kyc", "approve", person.email, "--reason", "x"},
                   "The same document has verified " + other.unique_id);
    EXPECT_NE(client_column("account_status"), "Verified");
    EXPECT_EQ(status_of("front"), "PENDING");
    done({"kyc", "approve", person.email, "--same-document", "--reason", "A second account"});
    EXPECT_EQ(client_column("account_status"), "Verified");
}

TEST_F(Cambioctl, RejectsOnlyWhatIsNamed) {
    photos({"PENDING", "PENDING", "PENDING"});
    done({"kyc", "reject", person.email, "--photo", "front", "--photo", "back", "--reason",
          "The number cannot be read."});
    EXPECT_EQ(status_of("selfie"), "APPROVED");
    EXPECT_EQ(status_of("front"), "DISSAPROVED");
    EXPECT_EQ(status_of("back"), "DISSAPROVED");
    EXPECT_EQ(client_column("account_status"), "Unverified");
    expect_logged("kyc reject", person.email, "The number cannot be read.");
    expect_told("kyc_rejected");
    const auto mail = world().app().run(
        "select data->>'reason' as reason from outgoing_mails where client_id = $1", {person.id});
    EXPECT_EQ(mail[0].str("reason"), "The number cannot be read.");
    expect_refusal({"kyc", "approve", person.email, "--reason", "x"}, "nothing to review");
}

TEST_F(Cambioctl, RejectsAllWhenNothingIsNamed) {
    photos({"PENDING", "PENDING", "PENDING"});
    done({"kyc", "reject", person.email, "--reason", "Copies"});
    for (const char* photo : {"selfie", "front", "back"})
        EXPECT_EQ(status_of(photo), "DISSAPROVED");
}

TEST_F(Cambioctl, ReviewsOnlyWhatIsWhole) {
    for (const char* verb : {"approve", "reject"})
        expect_refusal({"kyc", verb, person.email, "--reason", "x"}, "has not submitted");
    photos({"PENDING", "", "PENDING"});
    for (const char* verb : {"approve", "reject"})
        expect_refusal({"kyc", verb, person.email, "--reason", "x"}, "all three photos");
    EXPECT_EQ(status_of("selfie"), "PENDING");
}

TEST_F(Cambioctl, ApprovesNothingWhileARejectedPhotoIsMissing) {
    photos({"PENDING", "DISSAPROVED", "APPROVED"});
    expect_refusal({"kyc", "approve", person.email, "--reason", "x"}, "rejected photo");
    EXPECT_EQ(client_column("account_status"), "Unverified");
}

}  // namespace
}  // namespace cambio::test

// A verification from the first step to "Verified", with the operator at the other end.
import { expect, type Page } from "@playwright/test";
import { expectNotice } from "../support/notices";
import { newPerson, signInAs, type Person } from "../support/people";
import { operator } from "../support/operator";
import { picture } from "../support/pictures";
import { test } from "../support/test";

const steps = ["Selfie", "Front of ID", "Back of ID"];

const upload = (page: Page) =>
  page.getByRole("button", { name: "Upload", exact: true });
const file = (page: Page) => page.locator('input[type="file"]');
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name });

async function addDocument(page: Page): Promise<void> {
  await page.getByText("Passport", { exact: true }).click();
  // A document proves one person: another run against the same installation has another.
  await page.getByLabel("ID number").fill(`X-${Date.now().toString(36)}`);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function addPhotos(page: Page): Promise<void> {
  for (const step of steps) {
    await expect(heading(page, `Upload ${step}`)).toBeVisible();
    await file(page).setInputFiles(picture(800, 500));
    await upload(page).click();
  }
}

async function open(page: Page, person: Person): Promise<void> {
  await signInAs(page, person);
  await page.goto("/verification/kyc");
  await expect(heading(page, "Add your document")).toBeVisible();
}

test("from three photos over a rejected one to a verified account", async ({
  page,
  request,
}) => {
  const person = await newPerson(request, "kyc");
  await open(page, person);
  await addDocument(page);
  await addPhotos(page);
  await expectNotice(page, "Your KYC has been submitted");
  await expect(heading(page, "Pending KYC")).toBeVisible();
  await expect(file(page)).toHaveCount(0);

  // The operator's decisions are seen without a reload.
  operator(
    "kyc",
    "reject",
    person.email,
    "--photo",
    "front",
    "--reason",
    "The number is covered.",
  );
  await expect(heading(page, "Re Upload Front of ID")).toBeVisible();
  await expect(
    page.getByText("Your photo is not clear. Please try again."),
  ).toBeVisible();
  await expect(page.getByText("The number is covered.")).toBeVisible();
  await file(page).setInputFiles(picture(800, 500, "front again.png"));
  await upload(page).click();
  await expectNotice(page, "Your KYC has been submitted");
  await expect(heading(page, "Pending KYC")).toBeVisible();

  operator("kyc", "approve", person.email, "--reason", "All readable");
  await expect(heading(page, "Your account is verified")).toBeVisible();
  await expect(
    page.getByText("Your identity has been verified."),
  ).toBeVisible();
  await expect(page.getByText("About four minutes.")).toBeHidden();

  await page.goto("/account/verify");
  await expect(page.getByText(person.email).first()).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Proceed to profile" }),
  ).toBeVisible();
});

test("a second visit begins at the photo that is missing", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "kyc"));
  await addDocument(page);
  await file(page).setInputFiles(picture(400, 300));
  await upload(page).click();
  await expect(heading(page, "Upload Front of ID")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Upload Front of ID")).toBeVisible();
  await page.goto("/verification/overview");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
});

test("what is missing is said, and what is no picture is not taken", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "kyc"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Field is required")).toHaveCount(2);
  await addDocument(page);
  await upload(page).click();
  await expect(page.getByText("Photo is required")).toBeVisible();
  await file(page).setInputFiles({
    name: "notes.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture at all"),
  });
  await expect(page.getByText("This picture cannot be read")).toBeVisible();
});

test("a huge photo is made smaller before it is sent", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "kyc"));
  await addDocument(page);
  await file(page).setInputFiles(picture(5000, 3000));
  const sent = page.waitForRequest("**/api/v2/upload/kyc");
  await upload(page).click();
  expect((await sent).postDataBuffer()?.length).toBeLessThan(8 << 20);
  await expect(heading(page, "Upload Front of ID")).toBeVisible();
});

test("an upload shows how far it is, and can be cancelled, fail and be sent again", async ({
  page,
  request,
  context,
}) => {
  await open(page, await newPerson(request, "kyc"));
  await addDocument(page);
  await file(page).setInputFiles(picture(1600, 1200));
  const line = await context.newCDPSession(page);
  const bytesASecond = (uploadThroughput: number) =>
    line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await line.send("Network.enable");
  await bytesASecond(20_000);
  await upload(page).click();
  const progress = page.getByRole("progressbar", { name: "Uploading" });
  await expect(progress).toHaveAttribute("aria-valuenow", /^[1-9]\d?$/);
  await expect(upload(page)).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toHaveCount(0);
  await bytesASecond(-1);

  await page.route("**/api/v2/upload/kyc", (route) => route.abort());
  await upload(page).click();
  await expectNotice(page, "The server cannot be reached.");
  await page.unroute("**/api/v2/upload/kyc");
  // Where the cancelled photo has reached the server after all, the visit goes on as well.
  await upload(page).click();
  await expect(heading(page, "Upload Front of ID")).toBeVisible();
});

test("a photo whose answer is lost is there when it is sent again, and the visit goes on", async ({
  page,
  request,
}) => {
  await open(page, await newPerson(request, "kyc"));
  await addDocument(page);
  await file(page).setInputFiles(picture(400, 300));
  await page.route("**/api/v2/upload/kyc", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await upload(page).click();
  await expectNotice(page, "The server cannot be reached.");
  await page.unroute("**/api/v2/upload/kyc");
  await upload(page).click();
  await expectNotice(page, "Your verification is being reviewed.");
  await expect(heading(page, "Upload Front of ID")).toBeVisible();
});

test.describe("with a camera", () => {
  test("a photo is taken and can be taken again", async ({
    page,
    request,
    context,
  }) => {
    await context.grantPermissions(["camera"]);
    // The browser of the tests has no camera: a canvas stands in for one.
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => {
        const canvas = document.createElement("canvas");
        canvas.width = 640;
        canvas.height = 480;
        const context2d = canvas.getContext("2d");
        setInterval(() => {
          if (!context2d) return;
          context2d.fillStyle = `hsl(${Date.now() % 360} 60% 50%)`;
          context2d.fillRect(0, 0, 640, 480);
        }, 30);
        return Promise.resolve(canvas.captureStream(30));
      };
    });
    await open(page, await newPerson(request, "kyc"));
    await addDocument(page);
    await page.getByRole("button", { name: "Use the camera" }).click();
    await page.getByRole("button", { name: "Take photo" }).click();
    await expect(
      page.getByRole("img", { name: "The selfie you chose" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Replace" }).click();
    await expect(
      page.getByRole("button", { name: "Use the camera" }),
    ).toBeVisible();
  });
});

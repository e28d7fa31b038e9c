// The pages of a client's money, as a newcomer sees them: most lists are empty.
import { expect, type Page } from "@playwright/test";
import { newPerson, signInAs, transactionPassword } from "../support/people";
import { addresses, filledPages, walletRoutes } from "../support/routes";
import { tour, tourOfPhones } from "../support/tour";

async function newcomer(page: Page): Promise<void> {
  const person = await newPerson(page.request, "narrow");
  const moved = await page.request.post("/api/v3/futures/transfer", {
    data: {
      coin_name: "USDT",
      draw_type: "DRAW_IN",
      from: "SPOT",
      to: "FUNDING",
      transfer_amount: "1234.567891",
      transaction_password: transactionPassword,
    },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(await moved.json()).toMatchObject({ message: "success" });
  await signInAs(page, person);
}

const isFilled = (path: string) => filledPages.includes(path);
const paths = addresses(walletRoutes);

tour(
  "wallet pages",
  paths.filter((path) => !isFilled(path)),
  newcomer,
);
tourOfPhones("wallet pages without anything", paths.filter(isFilled), newcomer);

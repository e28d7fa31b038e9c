// The pages of what a client's money did and earns, with something on them.
import { expect, type Page } from "@playwright/test";
import { fund } from "../support/futures";
import {
  codeOfAct,
  newPerson,
  order,
  read,
  signInAs,
  transactionPassword,
} from "../support/people";
import { filledPages } from "../support/routes";
import { tour } from "../support/tour";

async function investor(page: Page): Promise<void> {
  const person = await newPerson(page.request, "investor");
  await order(page.request, person, {
    name: "BTCUSDT",
    delegate_type: "BUY",
    market_type: "MARKET",
    number_of_order: "0.01",
  });
  await fund(page.request, person, "100");
  const { earn } = (await read(
    page.request,
    person,
    "/api/v3/earn/view",
  )) as unknown as { earn: { id: string; name: string }[] };
  const store = async (name: string, fields: Record<string, string>) => {
    const reply = await page.request.post("/api/v2/earn/store", {
      data: {
        earn_id: earn.find((one) => one.name === name)?.id,
        status: "FLEXI_LOCK",
        client_id: `tour-${name}-${fields["amount"]}`,
        ...fields,
      },
      headers: { Authorization: `Bearer ${person.token}` },
    });
    expect(reply.ok(), await reply.text()).toBe(true);
  };
  await store("USDT", { amount: "500" });
  await store("BTC", {
    amount: "20",
    cycles: "Daily",
    transaction_password: transactionPassword,
    verification_code: await codeOfAct(page.request, person, "start_plan"),
  });
  await signInAs(page, person);
}

tour("earn pages", filledPages, investor);

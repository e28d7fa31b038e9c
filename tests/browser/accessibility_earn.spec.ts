// The pages of what a client's money did and earns, by axe: with something on them.
import { lookAt } from "./support/axe";
import { fund } from "./support/futures";
import { newPerson, order, read, signInAs } from "./support/people";

const earnPages = [
  "/wallet/BTC",
  "/history#buy",
  "/wallet/stake",
  "/wallet/analysis",
  "/wallet/transactions",
  "/wallet/live",
  "/wallet/miner",
  "/wallet#earn",
  "/wallet/simple_earn",
  "/wallet/auto_invest",
  "/wallet/transfer",
];

lookAt("earn pages", earnPages, async (page) => {
  const person = await newPerson(page.request, "axeearn");
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
  const store = (name: string, fields: Record<string, string>) =>
    page.request.post("/api/v2/earn/store", {
      data: {
        earn_id: earn.find((one) => one.name === name)?.id,
        status: "FLEXI_LOCK",
        client_id: `axe-${name}-${fields["amount"]}`,
        ...fields,
      },
      headers: { Authorization: `Bearer ${person.token}` },
    });
  await store("USDT", { amount: "500" });
  await store("BTC", { amount: "20", cycles: "Daily" });
  await signInAs(page, person);
});

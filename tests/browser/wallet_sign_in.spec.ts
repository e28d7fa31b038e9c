// Sign-in by a browser wallet that signs for real.
import { expect, test, type Page } from "@playwright/test";
import { Wallet } from "ethers";
import { newPerson, password, type Person } from "./support/people";

/** Puts a wallet into the page as an extension would; lower case, as some write addresses. */
async function install(
  page: Page,
  wallet: {
    address: string;
    signMessage: (text: Uint8Array) => Promise<string>;
  },
  refuses = false,
) {
  await page.exposeFunction("signForTest", (hex: string) => {
    if (refuses) throw new Error("User rejected the request.");
    return wallet.signMessage(Buffer.from(hex.slice(2), "hex"));
  });
  await page.addInitScript((address) => {
    Object.assign(globalThis, {
      ethereum: {
        request: ({
          method,
          params,
        }: {
          method: string;
          params?: string[];
        }) => {
          if (method === "eth_requestAccounts")
            return Promise.resolve([address]);
          if (method === "eth_chainId") return Promise.resolve("0x1");
          return (
            globalThis as unknown as {
              signForTest: (hex: string) => Promise<string>;
            }
          ).signForTest(params?.[0] ?? "");
        },
      },
    });
  }, wallet.address.toLowerCase());
}

/** Connects the wallet with the account, as the page Account connections does. */
async function connect(
  page: Page,
  person: Person,
  address: string,
): Promise<void> {
  const reply = await page.evaluate(
    async ({ token, password, wallet_address }) => {
      const nonce = (await (
        await fetch(`/api/v3/web3-nonce?address=${wallet_address}`)
      ).json()) as Record<string, string>;
      const message = `${nonce["domain"]} wants you to sign in with your Ethereum account:\n${nonce["address"]}\n\n\nURI: ${nonce["uri"]}\nVersion: 1\nChain ID: 1\nNonce: ${nonce["nonce"]}\nIssued At: ${nonce["issued_at"]}`;
      const hex = `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
      const signature = await (
        globalThis as unknown as {
          signForTest: (text: string) => Promise<string>;
        }
      ).signForTest(hex);
      const answer = await fetch("/api/v3/wallet/bind", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ message, signature, password }),
      });
      return (await answer.json()) as { message: string };
    },
    { token: person.token, password, wallet_address: address },
  );
  expect(reply).toMatchObject({ message: "success", wallet_address: address });
}

const sign_in = (page: Page) =>
  page.getByRole("button", { name: "Sign in with a browser wallet" }).click();

test("without a wallet it is said so", async ({ page }) => {
  await page.goto("/signin");
  await sign_in(page);
  await expect(page.getByText("MetaMask not found")).toBeVisible();
});

test("a wallet that nobody connected is told what to do; a connected one signs in", async ({
  page,
  request,
}) => {
  const wallet = Wallet.createRandom();
  const person = await newPerson(request, "wallet");
  await install(page, wallet);
  await page.goto("/signin");
  await sign_in(page);
  await expect(
    page.getByText("No account is connected to this wallet."),
  ).toBeVisible();
  await connect(page, person, wallet.address);
  await sign_in(page);
  await expect(page).toHaveURL(/\/wallet$/);
});

test("whoever refuses in the wallet stays outside", async ({ page }) => {
  await install(page, Wallet.createRandom(), true);
  await page.goto("/signin");
  await sign_in(page);
  await expect(
    page.getByText("The request was refused in your wallet."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

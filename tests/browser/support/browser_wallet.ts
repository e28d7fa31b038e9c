// A browser wallet that signs for real, in an extension's place.
import { expect, type Page } from "@playwright/test";
import { codeOfAct, password, type Person } from "./people";

/** Puts a wallet into the page as an extension would; lower case, as some write addresses. `balance`: wei in hexadecimal. */
export async function install(
  page: Page,
  wallet: {
    address: string;
    signMessage: (text: Uint8Array) => Promise<string>;
  },
  { refuses = false, balance = "0x0", chain = "0x1" } = {},
) {
  await page.exposeFunction("signForTest", (hex: string) => {
    if (refuses) throw new Error("User rejected the request.");
    return wallet.signMessage(Buffer.from(hex.slice(2), "hex"));
  });
  await page.addInitScript(
    ([address, balance, chain]) => {
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
            if (method === "eth_chainId") return Promise.resolve(chain);
            if (method === "eth_getBalance") return Promise.resolve(balance);
            return (
              globalThis as unknown as {
                signForTest: (hex: string) => Promise<string>;
              }
            ).signForTest(params?.[0] ?? "");
          },
        },
      });
    },
    [wallet.address.toLowerCase(), balance, chain] as const,
  );
}

/**
 * Connects the wallet with the account, as the page Account connections does. `two_factor_code`: of
 * a person whom an authenticator app guards.
 */
export async function connect(
  page: Page,
  person: Person,
  address: string,
  twoFactorCode?: string,
): Promise<void> {
  const proof = twoFactorCode
    ? { two_factor_code: twoFactorCode }
    : {
        verification_code: await codeOfAct(page.request, person, "bind_wallet"),
      };
  const reply = await page.evaluate(
    async ({ token, password, wallet_address: walletAddress, proof }) => {
      const nonce = (await (
        await fetch(`/api/v3/web3-nonce?address=${walletAddress}`)
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
        body: JSON.stringify({ message, signature, password, ...proof }),
      });
      return (await answer.json()) as { message: string };
    },
    { token: person.token, password, wallet_address: address, proof },
  );
  expect(reply).toMatchObject({ message: "success", wallet_address: address });
}

export const signInWithWallet = (page: Page) =>
  page.getByRole("button", { name: "Sign in with a browser wallet" }).click();

// Somebody else's OpenID provider (the package oidc-provider) in Google's place, on the port that
// tests/support/installation told the handlers. Whoever comes is asked nothing: they are `person`.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Page } from "@playwright/test";
import Provider, { interactionPolicy } from "oidc-provider";
import { codeOfAct, password, signInAs, type Person } from "./people";

const base = new URL(process.env["CAMBIO_TEST_URL"] ?? "");
const port = Number(base.port) + 2;
const issuer = `http://${base.hostname}:${port}`;

export interface GooglePerson {
  subject: string;
  email: string;
  verified?: boolean;
}

export class OpenIdProvider {
  person: GooglePerson = { subject: "nobody", email: "nobody@example.com" };
  /** The person presses "Cancel" at the provider. */
  refuses = false;
  readonly #server: Server;

  private constructor() {
    const policy = interactionPolicy.base();
    policy.add(
      new interactionPolicy.Prompt({
        name: "select_account",
        requestable: true,
      }),
      0,
    );
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: "cambio-tests",
          client_secret: "secret-of-the-tests",
          redirect_uris: [`${base.origin}/api/v3/auth/google/callback`],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      // Google puts the email into the identity token.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ["of the tests"] },
      interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({
          sub,
          email: this.person.email,
          email_verified: this.person.verified ?? true,
        }),
      }),
    });
    const interact = async (
      request: IncomingMessage,
      response: ServerResponse,
    ) => {
      const details = await provider.interactionDetails(request, response);
      if (this.refuses) {
        await provider.interactionFinished(request, response, {
          error: "access_denied",
        });
        return;
      }
      const grant = new provider.Grant({
        accountId: this.person.subject,
        clientId: "cambio-tests",
      });
      grant.addOIDCScope(String(details.params["scope"]));
      await provider.interactionFinished(request, response, {
        select_account: {},
        login: { accountId: this.person.subject },
        consent: { grantId: await grant.save() },
      });
    };
    const answer = provider.callback();
    this.#server = createServer((request, response) => {
      if (request.url?.startsWith("/interaction/"))
        void interact(request, response);
      else void answer(request, response);
    });
  }

  static async start(): Promise<OpenIdProvider> {
    const started = new OpenIdProvider();
    await new Promise<void>((ready) =>
      started.#server.listen(port, base.hostname, ready),
    );
    return started;
  }

  /**
   * Connects the person's account with `subject`; the page is signed in as them afterwards.
   * `two_factor_code`: of a person whom an authenticator app guards.
   */
  async connect(
    page: Page,
    person: Person,
    subject: string,
    twoFactorCode?: string,
  ): Promise<void> {
    const proof = twoFactorCode
      ? { two_factor_code: twoFactorCode }
      : {
          verification_code: await codeOfAct(
            page.request,
            person,
            "bind_google",
          ),
        };
    await signInAs(page, person);
    await page.goto("/signin");
    this.person = { subject, email: person.email };
    const url = await page.evaluate(
      async ({ token, password, proof }) => {
        const reply = await fetch("/api/v3/google/bind/start", {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
          },
          body: JSON.stringify({ password, ...proof }),
        });
        return ((await reply.json()) as { url: string }).url;
      },
      { token: person.token, password, proof },
    );
    // The page takes its answer out of the address at once: only the navigation itself has it.
    const arrived = page.waitForURL(/account_connections\?google=connected/, {
      waitUntil: "commit",
    });
    await page.goto(url);
    await arrived;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

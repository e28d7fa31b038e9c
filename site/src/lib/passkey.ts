// Passkeys (Web Authentication): the browser's part. The server asks by options, and gets what the
// browser answered as JSON.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get } from "./api";
import type { Schemas } from "./calls";
import { useSession } from "./session";

export type Passkeys = Schemas["Passkeys"];
type Creation = Schemas["PasskeyCreation"];
type Asked = Schemas["PasskeyRequest"];

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Whether a page at this address may use those of the site. */
export const mayUse = (site: Passkeys["site"]): boolean =>
  hasPasskeys() && site?.origin === globalThis.location.origin;

/** Whether this browser suggests passkeys in a field, beside the names that it keeps. */
export async function suggestsPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const browser: Partial<typeof PublicKeyCredential> = PublicKeyCredential;
  try {
    return (await browser.isConditionalMediationAvailable?.()) ?? false;
  } catch {
    return false;
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const descriptors = (list: Asked["allowCredentials"]): PublicKeyCredentialDescriptor[] =>
  list.map(({ id }) => ({ type: "public-key", id: bytesOf(id) }));

/** The owner said no or had none, or the browser did; words as for what the server refuses. */
const refusal = (code: string) => new ApiError(400, code, "passkey", "", {}, undefined);

async function answered(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await work();
  } catch (error) {
    const here = error instanceof DOMException && error.name === "InvalidStateError";
    throw refusal(here ? "passkey_here_already" : "passkey_cancelled");
  }
  if (!(credential instanceof PublicKeyCredential)) throw refusal("passkey_cancelled");
  return credential;
}

const jsonOf = (credential: PublicKeyCredential, response: Record<string, string | null>) =>
  JSON.stringify({
    type: credential.type,
    id: credential.id,
    rawId: textOf(credential.rawId),
    response,
    clientExtensionResults: {},
  });

/** Makes one; RegistrationResponseJSON. */
export async function makePasskey(options: Creation): Promise<string> {
  const credential = await answered(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: descriptors(options.excludeCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return jsonOf(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  });
}

/**
 * Lets the owner use one; AuthenticationResponseJSON. With `suggested`, the browser asks nobody: it
 * suggests them in the field whose autocomplete says "webauthn", until that signal.
 */
export async function signByPasskey(options: Asked, suggested?: AbortSignal): Promise<string> {
  const credential = await answered(() =>
    navigator.credentials.get({
      ...(suggested && { mediation: "conditional" as const, signal: suggested }),
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: descriptors(options.allowCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return jsonOf(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle && textOf(response.userHandle),
  });
}

export const passkeysPath = "/api/v3/passkeys";

/** The account's; a change of the account makes it look again. */
export function usePasskeys() {
  const signedIn = useSession() !== null;
  return useQuery({
    queryKey: ["account", passkeysPath],
    queryFn: ({ signal }) => get(passkeysPath, undefined, signal),
    enabled: signedIn,
  });
}

/** Whether the owner could prove anything by one here. */
export function usePasskeyHere(): boolean {
  const { data } = usePasskeys();
  return data !== undefined && data.passkeys.length > 0 && mayUse(data.site);
}

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
export const has_passkeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Whether a page at this address may use those of the site. */
export const may_use = (site: Passkeys["site"]): boolean =>
  has_passkeys() && site?.origin === globalThis.location.origin;

const bytes_of = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

const text_of = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const descriptors = (list: Asked["allowCredentials"]): PublicKeyCredentialDescriptor[] =>
  list.map(({ id }) => ({ type: "public-key", id: bytes_of(id) }));

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

const json_of = (credential: PublicKeyCredential, response: Record<string, string | null>) =>
  JSON.stringify({
    type: credential.type,
    id: credential.id,
    rawId: text_of(credential.rawId),
    response,
    clientExtensionResults: {},
  });

/** Makes one; RegistrationResponseJSON. */
export async function make_passkey(options: Creation): Promise<string> {
  const credential = await answered(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes_of(options.challenge),
        user: { ...options.user, id: bytes_of(options.user.id) },
        excludeCredentials: descriptors(options.excludeCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return json_of(credential, {
    clientDataJSON: text_of(response.clientDataJSON),
    attestationObject: text_of(response.attestationObject),
  });
}

/** Lets the owner use one; AuthenticationResponseJSON. */
export async function use_passkey(options: Asked): Promise<string> {
  const credential = await answered(() =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes_of(options.challenge),
        allowCredentials: descriptors(options.allowCredentials),
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return json_of(credential, {
    clientDataJSON: text_of(response.clientDataJSON),
    authenticatorData: text_of(response.authenticatorData),
    signature: text_of(response.signature),
    userHandle: response.userHandle && text_of(response.userHandle),
  });
}

export const passkeys_path = "/api/v3/passkeys";

/** The account's; a change of the account makes it look again. */
export function usePasskeys() {
  const signed_in = useSession() !== null;
  return useQuery({
    queryKey: ["account", passkeys_path],
    queryFn: ({ signal }) => get(passkeys_path, undefined, signal),
    enabled: signed_in,
  });
}

/** Whether the owner could prove anything by one here. */
export function usePasskeyHere(): boolean {
  const { data } = usePasskeys();
  return data !== undefined && data.passkeys.length > 0 && may_use(data.site);
}

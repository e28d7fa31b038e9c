// Step-up: what changes the protection of an account, or lets it trade by itself, asks for a second
// factor as well, or for a mailed code where none is on. The server's table of acts is
// common/clients/account/step_up.def.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get, post } from "./api";
import type { PostBody, Schemas } from "./calls";
import { signByPasskey } from "./passkey";

export type Act = PostBody<"/api/v3/step-up/send-code">["act"];

/** Where the code comes from. */
export type Factor = "app" | "mail";

/** What an act's call takes besides its content. */
export type Codes = Readonly<{
  verification_code?: string;
  two_factor_code?: string;
  /** In place of either code: what the browser answered to proveByPasskey. */
  passkey?: string;
}>;

/** The password is the one that the act asks for; empty where it asks for none. */
export type Proof = Codes & Readonly<{ password: string }>;

/** A code that went out; codes of acts say to which mailbox, mostly hidden. */
export type CodeSent = Schemas["CodeSent"] & Partial<Schemas["StepUpCodeSent"]>;

export const sendActCode = (act: Act) => post("/api/v3/step-up/send-code", { act });

/** Lets the owner prove this act by a passkey. */
export const proveByPasskey = async (act: Act): Promise<string> =>
  signByPasskey(await post("/api/v3/step-up/passkey", { act }));

/** The parameters of the proof without the password, whose name differs. */
export const codesOf = ({
  verification_code: verificationCode,
  two_factor_code: twoFactorCode,
  passkey,
}: Proof): Codes => ({
  ...(verificationCode !== undefined && { verification_code: verificationCode }),
  ...(twoFactorCode !== undefined && { two_factor_code: twoFactorCode }),
  ...(passkey !== undefined && { passkey }),
});

/** The parameters of a proof whose password is the transaction password. */
export const byTransactionPassword = (proof: Proof) => ({
  transaction_password: proof.password,
  ...codesOf(proof),
});

const passwordFields = ["password", "transaction_password"];
const appFields = ["two_factor_code", "code"];
const mailFields = ["verification_code", "email_code"];

/** Which code the refusal is about; undefined where it is about none. */
export function factorOf(error: unknown): Factor | undefined {
  if (!(error instanceof ApiError) || error.field === undefined) return undefined;
  if (appFields.includes(error.field)) return "app";
  return mailFields.includes(error.field) ? "mail" : undefined;
}

export const isAboutPassword = (error: unknown): boolean =>
  error instanceof ApiError && passwordFields.includes(error.field ?? "");

/** What the dialog that asked for the proof says beside its fields. */
export const isAboutProof = (error: unknown): boolean =>
  isAboutPassword(error) || factorOf(error) !== undefined;

/** The server asks for a code that the request lacked. */
export const lacksCode = (error: unknown): Factor | undefined =>
  error instanceof ApiError && error.code === "missing_parameter" ? factorOf(error) : undefined;

/** What guards the account; undefined until it is known. */
export function useFactor(): Factor | undefined {
  const query = useQuery({
    queryKey: ["account", "/api/v3/two-factor"],
    queryFn: ({ signal }) => get("/api/v3/two-factor", undefined, signal),
  });
  if (query.data) return query.data.enabled ? "app" : "mail";
  // The server says it again when it refuses.
  return query.isError ? "mail" : undefined;
}

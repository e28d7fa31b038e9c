// Step-up: what changes the protection of an account, or lets it trade by itself, asks for a second
// factor as well, or for a mailed code where none is on. The server's table of acts is
// common/clients/account/step_up.def.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get, post } from "./api";
import { use_passkey } from "./passkey";

export type Act =
  | "change_password"
  | "change_transaction_password"
  | "two_factor_on"
  | "two_factor_off"
  | "recovery_codes"
  | "one_step_on"
  | "raise_limit"
  | "whitelist_off"
  | "add_address"
  | "bind_mobile"
  | "bind_wallet"
  | "unbind_wallet"
  | "bind_google"
  | "unbind_google"
  | "add_passkey"
  | "remove_passkey"
  | "start_plan"
  | "make_api_key"
  | "widen_api_key";

/** Where the code comes from. */
export type Factor = "app" | "mail";

/** What an act's call takes besides its content. */
export type Codes = Readonly<{
  verification_code?: string;
  two_factor_code?: string;
  /** In place of either code: what the browser answered to prove_by_passkey. */
  passkey?: string;
}>;

/** The password is the one that the act asks for; empty where it asks for none. */
export type Proof = Codes & Readonly<{ password: string }>;

export interface CodeSent {
  resend_after?: number;
  /** The mailbox, mostly hidden. */
  sent_to?: string;
}

export const send_act_code = (act: Act) => post<CodeSent>("/api/v3/step-up/send-code", { act });

/** Lets the owner prove this act by a passkey. */
export const prove_by_passkey = async (act: Act): Promise<string> =>
  use_passkey(await post("/api/v3/step-up/passkey", { act }));

/** The parameters of the proof without the password, whose name differs. */
export const codes_of = ({ verification_code, two_factor_code, passkey }: Proof): Codes => ({
  ...(verification_code !== undefined && { verification_code }),
  ...(two_factor_code !== undefined && { two_factor_code }),
  ...(passkey !== undefined && { passkey }),
});

/** The parameters of a proof whose password is the transaction password. */
export const by_transaction_password = (proof: Proof) => ({
  transaction_password: proof.password,
  ...codes_of(proof),
});

const password_fields = ["password", "transaction_password"];
const app_fields = ["two_factor_code", "code"];
const mail_fields = ["verification_code", "email_code"];

/** Which code the refusal is about; undefined where it is about none. */
export function factor_of(error: unknown): Factor | undefined {
  if (!(error instanceof ApiError) || error.field === undefined) return undefined;
  if (app_fields.includes(error.field)) return "app";
  return mail_fields.includes(error.field) ? "mail" : undefined;
}

export const is_about_password = (error: unknown): boolean =>
  error instanceof ApiError && password_fields.includes(error.field ?? "");

/** What the dialog that asked for the proof says beside its fields. */
export const is_about_proof = (error: unknown): boolean =>
  is_about_password(error) || factor_of(error) !== undefined;

/** The server asks for a code that the request lacked. */
export const lacks_code = (error: unknown): Factor | undefined =>
  error instanceof ApiError && error.code === "missing_parameter" ? factor_of(error) : undefined;

/** What guards the account; undefined until it is known. */
export function useFactor(): Factor | undefined {
  const query = useQuery({
    queryKey: ["account", "/api/v3/two-factor"],
    queryFn: ({ signal }) => get<{ enabled: boolean }>("/api/v3/two-factor", undefined, signal),
  });
  if (query.data) return query.data.enabled ? "app" : "mail";
  // The server says it again when it refuses.
  return query.isError ? "mail" : undefined;
}

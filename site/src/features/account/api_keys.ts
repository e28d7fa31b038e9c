// The calls about API keys.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get, post } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { byTransactionPassword, type Proof } from "../../lib/step_up";

export type ApiKey = Schemas["ApiKey"];

/** What a key may do, as the form has it: lists as people type them; empty: no bounds. */
export interface Rights {
  scope: "read" | "trade";
  markets: string;
  networks: string;
  /** YYYY-MM-DD, the last day. */
  expires_on: string;
}

export interface NewKey extends Rights {
  label: string;
  kind: "ed25519" | "hmac";
  /** Of an Ed25519 key. */
  public_key: string;
}

export const useApiKeys = () =>
  useQuery({
    queryKey: ["account", "/api/v3/api-keys"],
    queryFn: ({ signal }) => get("/api/v3/api-keys", undefined, signal),
    // Programs use their keys meanwhile.
    refetchOnMount: "always",
  });

/** What the form sends: pairs in capitals, and nothing of what is left open. */
const sent = ({ scope, markets, networks, expires_on: expiresOn }: Rights) => ({
  scope,
  ...(markets.trim() !== "" && { markets: markets.toUpperCase().trim() }),
  ...(networks.trim() !== "" && { networks: networks.trim() }),
  ...(expiresOn !== "" && { expires_on: expiresOn }),
});

export const makeKey = ({ key, proof }: { key: NewKey; proof: Proof }) =>
  post("/api/v3/api-keys/make", {
    label: key.label.trim(),
    kind: key.kind,
    ...(key.kind === "ed25519" && { public_key: key.public_key.trim() }),
    ...sent(key),
    ...byTransactionPassword(proof),
  });

/**
 * A change that only takes rights away needs no proof. For a key that is newer than this session the
 * server asks for the login password.
 */
export const restrictKey = (given: {
  id: string;
  rights: Rights;
  proof?: Proof;
  password?: string;
}) =>
  post("/api/v3/api-keys/restrict", {
    id: given.id,
    ...sent(given.rights),
    ...(given.proof && byTransactionPassword(given.proof)),
    ...(given.password && { password: given.password }),
  });

export const renameKey = (given: { id: string; label: string }) =>
  post("/api/v3/api-keys/rename", given);

export const endKey = (given: { id: string; password: string }) =>
  post("/api/v3/api-keys/end", given);

/** The key may do more than before, and that has to be proved. */
export const wantsProof = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === "missing_parameter" &&
  error.field === "transaction_password";

const dayMs = 86_400_000;

/** What a key may do, for the form. The end is the start of the day after its last one. */
export const rightsOf = (key: ApiKey): Rights => ({
  scope: key.scope,
  markets: key.markets?.join(", ") ?? "",
  networks: key.networks?.join(", ") ?? "",
  expires_on:
    key.expires_at === null
      ? ""
      : new Date(Date.parse(key.expires_at) - dayMs).toISOString().slice(0, 10),
});

// The calls about the account. A change makes everything that shows the account look again.
import { useMutation, useQuery } from "@tanstack/react-query";
import type { SavedAddress } from "../../lib/addresses";
import { ApiError, get, getFile, post, postRenewing, queries } from "../../lib/api";
import type { GetPath, PostBody, Schemas } from "../../lib/calls";
import { byTransactionPassword, codesOf, type Proof } from "../../lib/step_up";

export type Profile = Schemas["Profile"]["profile"];
export type Personal = Pick<Profile, "name" | "gender" | "date_of_birth" | "address">;
export type Security = Schemas["Security"];
export type Device = Schemas["Sessions"]["sessions"][number];
export type Activity = Schemas["AccountActivity"]["activity"][number];
export type Connections = Schemas["BindAccounts"];

const root = "account";

/** A part of the account, kept until something about it changes. */
const useAccount = <Path extends GetPath>(path: Path) =>
  useQuery({
    queryKey: [root, path],
    queryFn: ({ signal }) => get(path, undefined, signal),
  });

export const useProfile = () => useAccount("/api/v3/profile");
export const useSecurity = () => useAccount("/api/v3/security");
export const useTwoFactor = () => useAccount("/api/v3/two-factor");
export const useDevices = () => useAccount("/api/v3/sessions");
export const useConnections = () => useAccount("/api/v3/bind-accounts");
export const useAddresses = () => useAccount("/api/v3/withdrawal-addresses");

/** The page (from 0) of what happened. */
export const useActivity = (page: number) =>
  useQuery({
    queryKey: [root, "activity", page],
    queryFn: ({ signal }) => get("/api/v3/account-activity", { page: page + 1 }, signal),
    placeholderData: (before) => before,
    // Somebody else may have tried to sign in since.
    refetchOnMount: "always",
  });

/** The picture; undefined while there is none. */
export const useAvatar = (profile: Profile) =>
  useQuery({
    queryKey: [root, "avatar", profile.user_unique_id, profile.avatar_at],
    queryFn: ({ signal }) => getFile("/api/v3/avatar", { id: profile.user_unique_id }, signal),
    enabled: Boolean(profile.avatar_at),
    staleTime: Infinity,
  }).data;

export const lookAgain = () => queries.invalidateQueries({ queryKey: [root] });

/** A call that changes the account. */
export const useChange = <Given, Answer = { message: string }>(
  change: (given: Given) => Promise<Answer>,
) => useMutation({ mutationFn: change, onSuccess: () => void lookAgain() });

export const saveProfile = (given: Personal & { password: string }) =>
  post("/api/v3/update-profile", { ...given });
export const saveAvatar = (image: string) => post("/api/v3/avatar", { image });
export const removeAvatar = () => post("/api/v3/avatar/remove");

export type PasswordAnswer = Schemas["PasswordChange"];

export interface PasswordChange {
  old: string;
  fresh: string;
  /** Missing: the server says which code it wants. */
  proof?: Proof;
  /** Ends passkeys, Google and the wallet with the change. */
  endOthers?: boolean;
}

export const changePassword = ({ old, fresh, proof, endOthers }: PasswordChange) =>
  postRenewing<PasswordAnswer>("/api/v3/update-password", {
    oldLoginPassword: old,
    password: fresh,
    ...(endOthers && { end_other_sign_ins: true }),
    ...(proof && codesOf(proof)),
  });

export const changeTransactionPassword = ({ old, fresh, proof }: PasswordChange) =>
  postRenewing<PasswordAnswer>("/api/v3/update-transaction-password", {
    oldTransactionPassword: old,
    transactionPassword: fresh,
    ...(proof && codesOf(proof)),
  });

export const sendAntiPhishingCode = () => post("/api/v3/get-code/anti-phishing");
export const sendSmsCode = (mobileNumber: string) =>
  post("/api/v3/sendSMSCode", { type: "REGISTER", mobile_number: mobileNumber });

export const verifyMobile = (given: {
  mobile_number: string;
  /** Of the text message. */
  verification_code: string;
  proof: Proof;
}) => {
  const { proof, ...rest } = given;
  const { verification_code: emailCode, two_factor_code: twoFactorCode, passkey } = codesOf(proof);
  return post("/api/v3/verify-mobile", {
    ...rest,
    email_code: emailCode,
    two_factor_code: twoFactorCode,
    passkey,
  });
};
export const setAntiPhishing = (given: { anti_phishing_code: string; verification_code: string }) =>
  post("/api/v3/anti-phishing", given);

/** The parameters of a proof whose password is the login password. */
const byPassword = (proof: Proof) => ({ password: proof.password, ...codesOf(proof) });

export type WithdrawLimit = PostBody<"/api/v3/update-withdraw-limit">["withdraw_limit"];

export const setWithdrawLimit = (given: { withdraw_limit: WithdrawLimit; proof?: Proof }) =>
  post("/api/v3/update-withdraw-limit", {
    withdraw_limit: given.withdraw_limit,
    ...(given.proof && byTransactionPassword(given.proof)),
  });

interface Turn {
  enabled: boolean;
  proof: Proof;
}
export const turnOneStep = ({ enabled, proof }: Turn) =>
  post("/api/v3/one-step-withdrawal", {
    enabled,
    ...byTransactionPassword(proof),
  });
export const turnWhitelist = ({ enabled, proof }: Turn) =>
  post("/api/v3/withdrawal-whitelist", {
    enabled,
    ...byTransactionPassword(proof),
  });
export type NewAddress = Pick<SavedAddress, "label" | "coin" | "network" | "address">;
export const addAddress = ({ proof, ...given }: NewAddress & { proof: Proof }) =>
  post("/api/v3/withdrawal-addresses/add", {
    ...given,
    ...byTransactionPassword(proof),
  });
export const removeAddress = (given: { id: string; transaction_password: string }) =>
  post("/api/v3/withdrawal-addresses/remove", given);

export const beginTwoFactor = (proof: Proof) => post("/api/v3/two-factor/begin", byPassword(proof));
export const confirmTwoFactor = (code: string) => post("/api/v3/two-factor/confirm", { code });
const byBoth = ({ password, two_factor_code: twoFactorCode, passkey }: Proof) => ({
  password,
  code: twoFactorCode,
  passkey,
});
export const removeTwoFactor = (proof: Proof) => post("/api/v3/two-factor/remove", byBoth(proof));
export const renewRecoveryCodes = (proof: Proof) =>
  post("/api/v3/two-factor/recovery-codes", byBoth(proof));

export const addPasskey = (given: { name: string; passkey: string }) =>
  post("/api/v3/passkeys/add", given);
export const beginPasskey = (proof: Proof) => post("/api/v3/passkeys/begin", byPassword(proof));
export const renamePasskey = (given: { id: string; name: string }) =>
  post("/api/v3/passkeys/rename", given);
export const removePasskey = (id: string, proof: Proof) =>
  post("/api/v3/passkeys/remove", { id, ...byPassword(proof) });

export const signOutDevice = ({ id, password }: { id: string; password: string }) =>
  post("/api/v3/sessions/revoke", { session_id: id, password });
export const signOutAll = (given: { which: "others" | "all"; password: string }) =>
  post("/api/v3/sessions/revoke-all", given);

export const asksForLoginPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "missing_parameter" && error.field === "password";

export const startGoogle = (proof: Proof) => post("/api/v3/google/bind/start", byPassword(proof));
export const unbindGoogle = (proof: Proof) => post("/api/v3/google/unbind", byPassword(proof));
export const bindWallet = (given: { message: string; signature: string }, proof: Proof) =>
  post("/api/v3/wallet/bind", { ...given, ...byPassword(proof) });
export const unbindWallet = (proof: Proof) => post("/api/v3/wallet/unbind", byPassword(proof));

// The calls about the account. A change makes everything that shows the account look again.
import { useMutation, useQuery } from "@tanstack/react-query";
import { get, getFile, post, postRenewing, queries } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { byTransactionPassword, codesOf, type CodeSent, type Proof } from "../../lib/step_up";

export interface Personal {
  name: string;
  gender: "" | "Male" | "Female";
  /** YYYY-MM-DD, or empty. */
  date_of_birth: string;
  address: string;
}

export interface Profile extends Personal {
  id: string;
  email: string;
  mobile_number: string;
  user_unique_id: string;
  membership_level: string;
  account_status: "Verified" | "Unverified";
  created_at: string;
  /** When the picture was set; null without one. */
  avatar_at: string | null;
  /** null: without a limit. */
  limits: {
    fiat_daily_usd: Decimal | null;
    crypto_deposit: Decimal | null;
    crypto_withdrawal_daily_usdt: Decimal | null;
    p2p: Decimal | null;
  };
}

export interface Security {
  email: string;
  mobile_number: string;
  anti_phishing_code: string;
  google_email: string;
  wallet_address: string;
  created_at: string;
  password_changed_at: string | null;
  transaction_password_changed_at: string | null;
  withdrawals_rest_until: string | null;
  two_factor: boolean;
  withdraw_limit: number;
  verified: boolean;
  one_step_withdrawal: boolean;
  one_step_limit_usdt: Decimal;
  withdrawal_whitelist: boolean;
  withdrawal_addresses: number;
}

export interface TwoFactor {
  enabled: boolean;
  since: string | null;
  recovery_codes_left: number;
}

export interface Device {
  id: string;
  device: string;
  ip: string;
  place: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

export interface Activity {
  id: string;
  kind: string;
  ip: string;
  device: string;
  place: string;
  at: string;
}

export interface SavedAddress {
  id: string;
  label: string;
  coin: string;
  network: string;
  address: string;
}

type Bound = "BOUND" | "NOT_BOUND";

export interface Connections {
  gmail: { status: Bound; email: string };
  apple: { status: Bound };
  mobile: { status: Bound; mobile_number: string; email: string };
  wallet: { status: Bound; wallet_address: string };
}

const root = "account";

/** A part of the account, kept until something about it changes. */
const useAccount = <T>(path: string) =>
  useQuery({
    queryKey: [root, path],
    queryFn: ({ signal }) => get<T>(path, undefined, signal),
  });

export const useProfile = () => useAccount<{ profile: Profile }>("/api/v3/profile");
export const useSecurity = () => useAccount<Security>("/api/v3/security");
export const useTwoFactor = () => useAccount<TwoFactor>("/api/v3/two-factor");
export const useDevices = () => useAccount<{ sessions: Device[] }>("/api/v3/sessions");
export const useConnections = () => useAccount<Connections>("/api/v3/bind-accounts");
export const useAddresses = () =>
  useAccount<{ addresses: SavedAddress[] }>("/api/v3/withdrawal-addresses");

/** The page (from 0) of what happened. */
export const useActivity = (page: number) =>
  useQuery({
    queryKey: [root, "activity", page],
    queryFn: ({ signal }) =>
      get<{ count: number; activity: Activity[] }>(
        "/api/v3/account-activity",
        { page: page + 1 },
        signal,
      ),
    placeholderData: (before) => before,
    // Somebody else may have tried to sign in since.
    refetchOnMount: "always",
  });

/** The address of the picture inside this page; undefined while there is none. */
export const useAvatar = (profile: Profile | undefined) =>
  useQuery({
    queryKey: [root, "avatar", profile?.user_unique_id, profile?.avatar_at],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await getFile("/api/v3/avatar", { id: profile?.user_unique_id }, signal)),
    enabled: Boolean(profile?.avatar_at),
    staleTime: Infinity,
  }).data;

export const lookAgain = () => queries.invalidateQueries({ queryKey: [root] });

/** A call that changes the account. */
export const useChange = <Given, Answer = { message: string }>(
  change: (given: Given) => Promise<Answer>,
) => useMutation({ mutationFn: change, onSuccess: () => void lookAgain() });

export const saveProfile = (given: Personal & { password: string }) =>
  post<{ message: string }>("/api/v3/update-profile", { ...given });
export const saveAvatar = (image: string) => post<{ message: string }>("/api/v3/avatar", { image });
export const removeAvatar = () => post<{ message: string }>("/api/v3/avatar/remove");

export interface PasswordAnswer {
  message: "saved" | "dont_match" | "same_previous_password";
  token?: string;
}

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

export const sendAntiPhishingCode = () => post<CodeSent>("/api/v3/get-code/anti-phishing");
export const sendSmsCode = (mobileNumber: string) =>
  post<CodeSent>("/api/v3/sendSMSCode", { type: "REGISTER", mobile_number: mobileNumber });

export const verifyMobile = (given: {
  mobile_number: string;
  /** Of the text message. */
  verification_code: string;
  proof: Proof;
}) => {
  const { proof, ...rest } = given;
  const { verification_code: emailCode, two_factor_code: twoFactorCode, passkey } = codesOf(proof);
  return post<{ message: string }>("/api/v3/verify-mobile", {
    ...rest,
    email_code: emailCode,
    two_factor_code: twoFactorCode,
    passkey,
  });
};
export const setAntiPhishing = (given: { anti_phishing_code: string; verification_code: string }) =>
  post<{ message: string }>("/api/v3/anti-phishing", given);

/** The parameters of a proof whose password is the login password. */
const byPassword = (proof: Proof) => ({ password: proof.password, ...codesOf(proof) });

export const setWithdrawLimit = (given: { withdraw_limit: string; proof?: Proof }) =>
  post<{ message: string }>("/api/v3/update-withdraw-limit", {
    withdraw_limit: given.withdraw_limit,
    ...(given.proof && byTransactionPassword(given.proof)),
  });

interface Turn {
  enabled: boolean;
  proof: Proof;
}
export const turnOneStep = ({ enabled, proof }: Turn) =>
  post<{ message: string }>("/api/v3/one-step-withdrawal", {
    enabled,
    ...byTransactionPassword(proof),
  });
export const turnWhitelist = ({ enabled, proof }: Turn) =>
  post<{ message: string }>("/api/v3/withdrawal-whitelist", {
    enabled,
    ...byTransactionPassword(proof),
  });
export const addAddress = ({ proof, ...given }: Omit<SavedAddress, "id"> & { proof: Proof }) =>
  post<{ message: string }>("/api/v3/withdrawal-addresses/add", {
    ...given,
    ...byTransactionPassword(proof),
  });
export const removeAddress = (given: { id: string; transaction_password: string }) =>
  post<{ message: string }>("/api/v3/withdrawal-addresses/remove", given);

export const beginTwoFactor = (proof: Proof) =>
  post<{ secret: string; uri: string }>("/api/v3/two-factor/begin", byPassword(proof));
export const confirmTwoFactor = (code: string) =>
  post<{ recovery_codes: string[] }>("/api/v3/two-factor/confirm", { code });
const byBoth = ({ password, two_factor_code: twoFactorCode, passkey }: Proof) => ({
  password,
  code: twoFactorCode,
  passkey,
});
export const removeTwoFactor = (proof: Proof) =>
  post<{ message: string }>("/api/v3/two-factor/remove", byBoth(proof));
export const renewRecoveryCodes = (proof: Proof) =>
  post<{ recovery_codes: string[] }>("/api/v3/two-factor/recovery-codes", byBoth(proof));

export const addPasskey = (given: { name: string; passkey: string }) =>
  post("/api/v3/passkeys/add", given);
export const beginPasskey = (proof: Proof) => post("/api/v3/passkeys/begin", byPassword(proof));
export const renamePasskey = (given: { id: string; name: string }) =>
  post("/api/v3/passkeys/rename", given);
export const removePasskey = (id: string, proof: Proof) =>
  post("/api/v3/passkeys/remove", { id, ...byPassword(proof) });

export const signOutDevice = (sessionId: string) =>
  post<{ message: string }>("/api/v3/sessions/revoke", { session_id: sessionId });
export const signOutAll = (which: "others" | "all") =>
  post<{ message: string }>("/api/v3/sessions/revoke-all", { which });

export const startGoogle = (proof: Proof) =>
  post<{ url: string }>("/api/v3/google/bind/start", byPassword(proof));
export const unbindGoogle = (proof: Proof) =>
  post<{ message: string }>("/api/v3/google/unbind", byPassword(proof));
export const bindWallet = (given: { message: string; signature: string }, proof: Proof) =>
  post<{ message: string }>("/api/v3/wallet/bind", { ...given, ...byPassword(proof) });
export const unbindWallet = (proof: Proof) =>
  post<{ message: string }>("/api/v3/wallet/unbind", byPassword(proof));

// The calls about the account. A change makes everything that shows the account look again.
import { useMutation, useQuery } from "@tanstack/react-query";
import { get, get_file, post, post_renewing, queries } from "../../lib/api";
import type { Decimal } from "../../lib/decimal";
import { by_transaction_password, codes_of, type CodeSent, type Proof } from "../../lib/step_up";

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
      URL.createObjectURL(
        await get_file("/api/v3/avatar", { id: profile?.user_unique_id }, signal),
      ),
    enabled: Boolean(profile?.avatar_at),
    staleTime: Infinity,
  }).data;

export const look_again = () => queries.invalidateQueries({ queryKey: [root] });

/** A call that changes the account. */
export const useChange = <Given, Answer = { message: string }>(
  change: (given: Given) => Promise<Answer>,
) => useMutation({ mutationFn: change, onSuccess: () => void look_again() });

export const save_profile = (given: Personal & { password: string }) =>
  post<{ message: string }>("/api/v3/update-profile", { ...given });
export const save_avatar = (image: string) =>
  post<{ message: string }>("/api/v3/avatar", { image });
export const remove_avatar = () => post<{ message: string }>("/api/v3/avatar/remove");

export interface PasswordAnswer {
  message: "saved" | "dont_match" | "same_previous_password";
  token?: string;
}

export interface PasswordChange {
  old: string;
  fresh: string;
  /** Missing: the server says which code it wants. */
  proof?: Proof;
}

export const change_password = ({ old, fresh, proof }: PasswordChange) =>
  post_renewing<PasswordAnswer>("/api/v3/update-password", {
    oldLoginPassword: old,
    password: fresh,
    ...(proof && codes_of(proof)),
  });

export const change_transaction_password = ({ old, fresh, proof }: PasswordChange) =>
  post_renewing<PasswordAnswer>("/api/v3/update-transaction-password", {
    oldTransactionPassword: old,
    transactionPassword: fresh,
    ...(proof && codes_of(proof)),
  });

export const send_anti_phishing_code = () => post<CodeSent>("/api/v3/get-code/anti-phishing");
export const send_sms_code = (mobile_number: string) =>
  post<CodeSent>("/api/v3/sendSMSCode", { type: "REGISTER", mobile_number });

export const verify_mobile = (given: {
  mobile_number: string;
  /** Of the text message. */
  verification_code: string;
  proof: Proof;
}) => {
  const { proof, ...rest } = given;
  const { verification_code: email_code, two_factor_code, passkey } = codes_of(proof);
  return post<{ message: string }>("/api/v3/verify-mobile", {
    ...rest,
    email_code,
    two_factor_code,
    passkey,
  });
};
export const set_anti_phishing = (given: {
  anti_phishing_code: string;
  verification_code: string;
}) => post<{ message: string }>("/api/v3/anti-phishing", given);

/** The parameters of a proof whose password is the login password. */
const by_password = (proof: Proof) => ({ password: proof.password, ...codes_of(proof) });

export const set_withdraw_limit = (given: { withdraw_limit: string; proof?: Proof }) =>
  post<{ message: string }>("/api/v3/update-withdraw-limit", {
    withdraw_limit: given.withdraw_limit,
    ...(given.proof && by_transaction_password(given.proof)),
  });

interface Turn {
  enabled: boolean;
  proof: Proof;
}
export const turn_one_step = ({ enabled, proof }: Turn) =>
  post<{ message: string }>("/api/v3/one-step-withdrawal", {
    enabled,
    ...by_transaction_password(proof),
  });
export const turn_whitelist = ({ enabled, proof }: Turn) =>
  post<{ message: string }>("/api/v3/withdrawal-whitelist", {
    enabled,
    ...by_transaction_password(proof),
  });
export const add_address = ({ proof, ...given }: Omit<SavedAddress, "id"> & { proof: Proof }) =>
  post<{ message: string }>("/api/v3/withdrawal-addresses/add", {
    ...given,
    ...by_transaction_password(proof),
  });
export const remove_address = (given: { id: string; transaction_password: string }) =>
  post<{ message: string }>("/api/v3/withdrawal-addresses/remove", given);

export const begin_two_factor = (proof: Proof) =>
  post<{ secret: string; uri: string }>("/api/v3/two-factor/begin", by_password(proof));
export const confirm_two_factor = (code: string) =>
  post<{ recovery_codes: string[] }>("/api/v3/two-factor/confirm", { code });
const by_both = ({ password, two_factor_code, passkey }: Proof) => ({
  password,
  code: two_factor_code,
  passkey,
});
export const remove_two_factor = (proof: Proof) =>
  post<{ message: string }>("/api/v3/two-factor/remove", by_both(proof));
export const renew_recovery_codes = (proof: Proof) =>
  post<{ recovery_codes: string[] }>("/api/v3/two-factor/recovery-codes", by_both(proof));

export const add_passkey = (given: { name: string; passkey: string }) =>
  post("/api/v3/passkeys/add", given);
export const begin_passkey = (proof: Proof) => post("/api/v3/passkeys/begin", by_password(proof));
export const rename_passkey = (given: { id: string; name: string }) =>
  post("/api/v3/passkeys/rename", given);
export const remove_passkey = (id: string, proof: Proof) =>
  post("/api/v3/passkeys/remove", { id, ...by_password(proof) });

export const sign_out_device = (session_id: string) =>
  post<{ message: string }>("/api/v3/sessions/revoke", { session_id });
export const sign_out_all = (which: "others" | "all") =>
  post<{ message: string }>("/api/v3/sessions/revoke-all", { which });

export const start_google = (proof: Proof) =>
  post<{ url: string }>("/api/v3/google/bind/start", by_password(proof));
export const unbind_google = (proof: Proof) =>
  post<{ message: string }>("/api/v3/google/unbind", by_password(proof));
export const bind_wallet = (given: { message: string; signature: string }, proof: Proof) =>
  post<{ message: string }>("/api/v3/wallet/bind", { ...given, ...by_password(proof) });
export const unbind_wallet = (proof: Proof) =>
  post<{ message: string }>("/api/v3/wallet/unbind", by_password(proof));

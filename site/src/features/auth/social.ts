// Somebody new who comes from Google: what sign-up keeps of it, for this tab and as long as it is open.

export interface Social {
  email: string;
  /** Sent along with the registration. */
  token: string;
}

/** What was filled in before the way to Google began on the sign-up page. */
export interface Begun {
  referral: string | undefined;
}

const social_key = "cambio.social_sign_up";
const begun_key = "cambio.google_sign_up";

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export const keep_social = (social: Social): void =>
  sessionStorage.setItem(social_key, JSON.stringify(social));

export const kept_social = (): Social | null => read<Social>(social_key);

/** The flag that says that the agreement was given on the sign-up page. */
export const keep_begun = (begun: Begun): void =>
  sessionStorage.setItem(begun_key, JSON.stringify(begun));

export const kept_begun = (): Begun | null => read<Begun>(begun_key);

export function forget_social(): void {
  sessionStorage.removeItem(social_key);
  sessionStorage.removeItem(begun_key);
}

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

const socialKey = "cambio.social_sign_up";
const begunKey = "cambio.google_sign_up";

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export const keepSocial = (social: Social): void =>
  sessionStorage.setItem(socialKey, JSON.stringify(social));

export const keptSocial = (): Social | null => read<Social>(socialKey);

/** The flag that says that the agreement was given on the sign-up page. */
export const keepBegun = (begun: Begun): void =>
  sessionStorage.setItem(begunKey, JSON.stringify(begun));

export const keptBegun = (): Begun | null => read<Begun>(begunKey);

export function forgetSocial(): void {
  sessionStorage.removeItem(socialKey);
  sessionStorage.removeItem(begunKey);
}

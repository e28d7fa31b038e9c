// The passkeys that the browser suggests in the email field ("conditional UI"). The browser asks
// nobody for one; whoever does not choose any never hears of it.
import { signByPasskey } from "../../lib/passkey";
import { beginPasskeyLogin } from "./api";

/** The server takes an answer for five minutes, within which it has to arrive. */
const challengeLivesMs = 270_000;

interface Offer {
  asked: ReturnType<typeof beginPasskeyLogin>;
  stop: AbortController;
  end: ReturnType<typeof setTimeout>;
  shown: boolean;
}

export interface PasskeySuggestions {
  /**
   * Lets the browser suggest them. What the one that is chosen signed; null where none was. Whatever
   * fails before that, a press of the button will tell.
   */
  offer: () => Promise<string | null>;
  /** Takes them back: the next offer has a new challenge. */
  withdraw: () => void;
  /** Tells the other tabs that their challenges are void. */
  begun: () => void;
  end: () => void;
}

export function passkeySuggestions(): PasskeySuggestions {
  let current: Offer | null = null;
  // A challenge is bound to a cookie, which all tabs share: each new one makes the others void.
  const tabs = new BroadcastChannel("cambio.passkey_sign_in");

  const withdraw = () => {
    if (!current) return;
    clearTimeout(current.end);
    current.stop.abort();
    current = null;
  };
  const begun = () => tabs.postMessage("begun");
  tabs.onmessage = withdraw;

  const ask = async (signal: AbortSignal) => {
    const options = await beginPasskeyLogin(signal);
    signal.throwIfAborted();
    begun();
    return options;
  };
  const made = (): Offer => {
    const stop = new AbortController();
    return {
      asked: ask(stop.signal),
      stop,
      // Not renewed by itself: a page that nobody looks at would use up the calls that the server
      // grants to an address.
      end: setTimeout(withdraw, challengeLivesMs),
      shown: false,
    };
  };

  return {
    offer: async () => {
      // Also one that the server refused or the browser ended stands until its time is over, since
      // each touch of the field would ask the server again.
      const offer = (current ??= made());
      if (offer.shown) return null;
      offer.shown = true;
      try {
        const passkey = await signByPasskey(await offer.asked, offer.stop.signal);
        if (offer.stop.signal.aborted) return null;
        withdraw();
        return passkey;
      } catch {
        return null;
      } finally {
        offer.shown = false;
      }
    },
    withdraw,
    begun,
    end: () => {
      withdraw();
      tabs.close();
    },
  };
}

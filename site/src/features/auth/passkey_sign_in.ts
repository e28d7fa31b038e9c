// Sign-in by a passkey of this site: by its button, or by the one that is chosen among the browser's
// suggestions in the email field.
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { signByPasskey, suggestsPasskeys } from "../../lib/passkey";
import { beginPasskeyLogin, passkeyLogin } from "./api";
import { enter, type Entry } from "./enter";
import { passkeySuggestions, type PasskeySuggestions } from "./passkey_suggestions";

/** What the field and the button get. */
export function usePasskeySignIn(onEntry: (entry: Entry) => Promise<unknown> | void) {
  const [busy, setBusy] = useState(false);
  const suggestions = useRef<PasskeySuggestions>(null);

  useEffect(() => {
    let gone = false;
    void suggestsPasskeys().then((can) => {
      if (can && !gone) suggestions.current = passkeySuggestions();
    });
    return () => {
      gone = true;
      suggestions.current?.end();
      suggestions.current = null;
    };
  }, []);

  const signIn = async (sign: () => Promise<string>) => {
    setBusy(true);
    await onEntry(await enter(async () => passkeyLogin(await sign())));
    setBusy(false);
  };
  const press = () => {
    // A browser carries out one request at a time.
    suggestions.current?.withdraw();
    return signIn(async () => {
      const options = await beginPasskeyLogin();
      suggestions.current?.begun();
      return signByPasskey(options);
    });
  };
  // Each challenge counts as a sign-in of this address, of which the server grants few: they are for
  // whoever turns to the field, not for each page that is opened. The focus that a field has from
  // the beginning comes before the suggestions are there.
  const suggest = async () => {
    if (busy) return;
    const chosen = await suggestions.current?.offer();
    if (chosen) await signIn(() => Promise.resolve(chosen));
  };

  return {
    button: { busy, onClick: () => void press() },
    field: {
      onFocus: () => void suggest(),
      onPointerDown: () => void suggest(),
      onKeyDown: ({ key }: KeyboardEvent) => {
        // The key that opens the list; whoever types an email looks for no passkey.
        if (key === "ArrowDown") void suggest();
      },
    },
  };
}

import { useEffect, useState } from "react";
import { onOtherClient } from "../lib/session";

/**
 * Counts how often another tab has signed in or out. Each time what was fetched for the client before
 * is gone (lib/api), and as the key of the screens the number makes every one of them begin anew: what a screen
 * shows already it would keep until it has something else.
 */
export function useOtherClients(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    return onOtherClient(() => setCount((before) => before + 1));
  }, []);
  return count;
}

// A screen as the app shows it: with an address, a client who is signed in, and notices.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { vi } from "vitest";
import { queries } from "../lib/api";
import { endSession, startSession } from "../lib/session";
import { clearToasts, Toasts } from "./toast";

const user = {
  email: "mira@mail.com",
  mobile_number: "",
  user_unique_id: "U1",
  account_status: "Unverified" as const,
};

export function signIn(): void {
  startSession({
    user,
    client: { id: "1", status: "ACTIVE", membership_level: "NO_BADGE", user },
  });
}

/** For afterEach: no test leaves anything to the next one. */
export function leaveScreen(): void {
  cleanup();
  clearToasts();
  endSession();
  vi.unstubAllGlobals();
}

/**
 * Shows `screen` at the address `at`; any other address shows nothing. `route` names the address's
 * parameters. Calls that failed are tried again as often as on the site, but at once.
 */
export function openScreen(screen: ReactNode, at = "/", route: string = at) {
  let address = at;
  function Address() {
    address = useLocation().pathname;
    return null;
  }
  const client = new QueryClient({
    defaultOptions: {
      ...queries.getDefaultOptions(),
      queries: { ...queries.getDefaultOptions().queries, retryDelay: 0 },
    },
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={route} element={screen} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { address: () => address, queries: client };
}

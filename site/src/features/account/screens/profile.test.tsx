// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve } from "../../../lib/test_server";
import { leaveScreen, openScreen, signIn } from "../../../ui/test_screen";
import ProfileScreen from "./profile";

beforeEach(signIn);
afterEach(leaveScreen);

it("says of withdrawals what the client has chosen, as the security page does", async () => {
  serve({
    "/api/v3/security": () => [200, { withdraw_limit: 500 }],
    "/api/v3/profile": () => [
      200,
      {
        profile: {
          email: "mira@mail.com",
          user_unique_id: "U1",
          account_status: "Unverified",
          membership_level: "NO_BADGE",
          created_at: "2026-01-01T00:00:00Z",
          name: "",
          gender: "",
          date_of_birth: "",
          address: "",
          limits: {
            fiat_daily_usd: "50000",
            crypto_deposit: null,
            crypto_withdrawal_daily_usdt: "8000000",
            p2p: null,
          },
        },
      },
    ],
  });
  openScreen(<ProfileScreen />);
  expect(await screen.findByText("500 USDT daily")).toBeTruthy();
  expect(screen.getByText("Crypto withdrawal limit")).toBeTruthy();
  expect(screen.queryByText(/8M/)).toBeNull();
});

// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, it, vi } from "vitest";
import { get, queries } from "../lib/api";
import { endSession, startSession, useSession } from "../lib/session";
import { serve } from "../lib/test_server";
import { useOtherClients } from "./other_clients";

const of = (id: string) => ({
  user: {
    email: `${id}@mail.com`,
    mobile_number: "",
    user_unique_id: id,
    account_status: "Verified" as const,
  },
  client: { id, status: "ACTIVE" as const, membership_level: "NO_BADGE" },
});

function Balance() {
  const client = useSession()?.client.id;
  const query = useQuery({
    queryKey: ["wallet", "overview"],
    queryFn: () => get("/api/v3/overview"),
  });
  return <p>{`${client ?? "guest"}: ${query.data?.overviewTotal ?? "nothing yet"}`}</p>;
}

function Screens() {
  return <Balance key={useOtherClients()} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
  queries.clear();
  endSession();
});

it("shows no balance of the client before when another one signs in in a second tab", async () => {
  let answer: (answered: [number, unknown]) => void = () => undefined;
  const answers = [
    Promise.resolve<[number, unknown]>([200, { overviewTotal: "1,000" }]),
    new Promise<[number, unknown]>((resolve) => (answer = resolve)),
  ];
  serve({ "/api/v3/overview": () => answers.shift() ?? [500, {}] });
  startSession(of("1"));
  render(
    <QueryClientProvider client={queries}>
      <Screens />
    </QueryClientProvider>,
  );
  await screen.findByText("1: 1,000");
  localStorage.setItem("cambio.session", JSON.stringify({ ...of("2"), began: 1 }));
  act(() => void globalThis.dispatchEvent(new StorageEvent("storage", { key: "cambio.session" })));
  screen.getByText("2: nothing yet");
  answer([200, { overviewTotal: "2" }]);
  await screen.findByText("2: 2");
});

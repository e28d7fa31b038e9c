// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { useRef, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lazyCode } from "../lib/lazy_part";
import { useUnansweredTold } from "../lib/queries";
import { holdLater, useReadyMark } from "../lib/ready";
import { Later } from "./later";
import { LazyBoundary } from "./lazy_boundary";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Main({ address, children }: { address: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useReadyMark(place, address);
  useUnansweredTold();
  return <main ref={place}>{children}</main>;
}

function Answer({ name, ask }: { name: string; ask: () => Promise<string> }) {
  const query = useQuery({ queryKey: [name], queryFn: ask, retry: false });
  return query.isSuccess && name === "first" ? <Answer name="second" ask={ask} /> : null;
}

function shown(children: ReactNode) {
  const client = new QueryClient();
  const page = (address: string) => (
    <QueryClientProvider client={client}>
      <Main address={address}>{children}</Main>
    </QueryClientProvider>
  );
  const { container, rerender } = render(page("/here"));
  return {
    client,
    open: (address: string) => rerender(page(address)),
    mark: () => ({ ...container.querySelector("main")?.dataset }),
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("a page is ready when its code and every first answer are here, one after the other", async () => {
  let load: (part: { default: () => ReactNode }) => void = () => undefined;
  const answers: ((text: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  const Part = lazyCode(() => new Promise<{ default: () => ReactNode }>((done) => (load = done)));
  const { mark } = shown(
    <LazyBoundary fallback={null}>
      <Part />
    </LazyBoundary>,
  );
  await pass(1_000);
  expect(mark()).toEqual({ waitsFor: "code" });
  load({ default: () => <Answer name="first" ask={ask} /> });
  await pass(1_000);
  expect(mark()).toEqual({ waitsFor: "answers" });
  answers[0]?.("");
  await pass(1_000);
  expect(answers).toHaveLength(2);
  expect(mark()).toEqual({ waitsFor: "answers" });
  answers[1]?.("");
  await pass(1_000);
  expect(mark()).toEqual({ ready: "" });
});

it("a refusal is an answer, and what is fetched again was answered before", async () => {
  let answer: () => Promise<string> = () => Promise.reject(new Error("refused"));
  const { mark, client } = shown(<Answer name="alone" ask={() => answer()} />);
  await pass(1_000);
  expect(mark()).toEqual({ ready: "" });
  answer = () => Promise.resolve("");
  void client.refetchQueries();
  await pass(1_000);
  answer = () => new Promise(() => undefined);
  void client.refetchQueries();
  await pass(1_000);
  expect(client.isFetching()).toBe(1);
  expect(mark()).toEqual({ ready: "" });
});

it("another page is not ready because the one before was", async () => {
  const { mark, open } = shown(null);
  await pass(1_000);
  expect(mark()).toEqual({ ready: "" });
  open("/there");
  expect(mark()).toEqual({});
  await pass(1_000);
  expect(mark()).toEqual({ ready: "" });
});

it("what is shown later is fetched when the first view stands, and the page is not ready before", async () => {
  const load = vi.fn(() => Promise.resolve({ default: () => <b>prices</b> }));
  const Part = lazyCode(load);
  const fetchLater = holdLater();
  const { mark } = shown(
    <Later fallback={<i>grey</i>}>
      <Part />
    </Later>,
  );
  await pass(1_000);
  expect(document.querySelector("main")?.textContent).toBe("grey");
  expect(load).not.toHaveBeenCalled();
  expect(mark()).toEqual({ waitsFor: "code" });
  act(fetchLater);
  await pass(1_000);
  expect(document.querySelector("main")?.textContent).toBe("prices");
  await pass(1_000);
  expect(mark()).toEqual({ ready: "" });
});

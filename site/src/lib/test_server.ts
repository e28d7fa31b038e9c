// Stands in for the server in the tests of screens.
import { vi } from "vitest";
import type { Schemas } from "./calls";
import type { Push } from "./stream";

export interface Asked {
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** The status and the body of an answer; null: the connection breaks before one is there. */
type Answered = [number, unknown] | null;
export type Answer = (asked: Asked) => Answered | Promise<Answered>;

/** Answers by path, anything else with 404; returns what is asked from now on. */
export function serve(calls: Readonly<Record<string, Answer>>): Asked[] {
  const heard: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, "http://cambio");
    const body = JSON.parse((init.body as string | undefined) ?? "{}") as Asked["body"];
    const asked = { path, query, body };
    heard.push(asked);
    const answered = calls[path] ? await calls[path](asked) : ([404, {}] as const);
    if (answered === null) throw new TypeError("Failed to fetch");
    const [status, answer] = answered;
    return new Response(JSON.stringify(answer), { status });
  });
  return heard;
}

/** `/api/v3/status` where the operator has stopped this, and prices are fresh for long. */
export const paused =
  (changes: Partial<Schemas["Status"]["paused"]>): Answer =>
  () => [
    200,
    {
      paused: { trading: false, deposits: false, withdrawals: false, markets: [], ...changes },
      prices: { stale_after_ms: 60_000 },
      time: new Date().toISOString(),
    },
  ];

/** A connection that opens at once and says only what a test pushes. */
class Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {
    sockets.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  close(): void {
    sockets.splice(sockets.indexOf(this), 1);
  }
}

const sockets: Socket[] = [];

/** Every stream lives from now on. */
export function serveStreams(): void {
  vi.stubGlobal("WebSocket", Socket);
}

const listeners = (path: string): Socket[] =>
  sockets.filter(({ address }) => address.endsWith(path));

/** Whether somebody listens there: a page that has heard nothing for long connects anew. */
export const isHeard = (path: string): boolean => listeners(path).length > 0;

/** The server pushes to all that listen at this address: "/stream/market/BTCUSDT". */
export function pushTo(path: string, push: Push): void {
  const data = JSON.stringify(push);
  for (const socket of listeners(path)) socket.onmessage?.({ data });
}

/** The connections to this address break; whoever listens makes new ones. */
export function breakStreams(path: string): void {
  for (const socket of listeners(path)) {
    socket.close();
    socket.onclose?.({ code: 1006 });
  }
}

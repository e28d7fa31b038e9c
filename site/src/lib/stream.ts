// Pushes from /stream/…. Every message has a sequence number for its channel; after a gap or a new
// connection the page fetches a snapshot, and while there is no connection, or a deaf one, it polls.
import { useEffect, useRef, useState } from "react";
import { ApiError, post } from "./api";
import { logFailure } from "./log";
import { currentSession } from "./session";

export interface Push<T = unknown> {
  channel: string;
  pair?: string;
  type?: string;
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  data: T;
}

/**
 * live: pushes arrive · connecting: soon · down: lost or silent: poll, the stream tries again by
 * itself.
 */
export type StreamState = "connecting" | "live" | "down";

export interface Listener {
  onPush: (push: Push) => void;
  /** Messages were or may have been missed: fetch a snapshot. */
  onGap: () => void;
  onState: (state: StreamState) => void;
}

interface Way {
  address: string;
  protocols: string[];
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;
const lingerMs = 3_000;
const numbersKept = 32;

/**
 * Every public stream says something each two seconds, be it that nothing changed: one that has not
 * for so long is deaf, however open its socket is.
 */
export const longestSilenceMs = 5_000;

/** The next wait doubles up to half a minute; the random part keeps clients from coming at once. */
export const reconnectWait = (tries: number, random: number): number =>
  Math.min(firstWaitMs * 2 ** tries, longestWaitMs) * (0.5 + random / 2);

/** "next" is the expected one; "old" was seen before; "gap" means that something is missing. */
export function judge(last: Push | undefined, push: Push): "next" | "old" | "gap" {
  if (!last || push.seq === last.seq + 1) return "next";
  // A counter that went back while the clock went on was lost with its store and began anew.
  return push.seq <= last.seq && push.at <= last.at ? "old" : "gap";
}

class Stream {
  private readonly listeners = new Set<Listener>();
  private readonly last = new Map<string, Push>();
  /** What the connections before have said: a kept message that comes again is no news. */
  private before = new Map<string, Push>();
  /** The newest numbers of each channel on this connection. */
  private readonly heard = new Map<string, number[]>();
  private socket: WebSocket | null = null;
  private state: StreamState = "connecting";
  private tries = 0;
  private wasLive = false;
  /** Fell silent: an open socket says nothing of it, only news does. */
  private doubted = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** `patienceMs`: how long it may be silent; null: for ever. */
  constructor(
    private readonly way: () => Promise<Way>,
    private readonly forget: () => void,
    private readonly patienceMs: number | null,
  ) {
    globalThis.addEventListener("online", this.hurry);
    void this.connect();
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    listener.onState(this.state);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) setTimeout(() => this.closeIfUnheard(), lingerMs);
    };
  }

  private closeIfUnheard(): void {
    if (this.listeners.size > 0 || this.closed) return;
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    globalThis.removeEventListener("online", this.hurry);
    this.socket?.close();
    this.forget();
  }

  private setState(state: StreamState): void {
    if (this.state === state) return;
    this.state = state;
    this.listeners.forEach((listener) => listener.onState(state));
  }

  private readonly hurry = (): void => {
    if (this.state !== "down" || this.closed) return;
    clearTimeout(this.timer);
    this.tries = 0;
    void this.connect();
  };

  private async connect(): Promise<void> {
    try {
      const { address, protocols } = await this.way();
      if (this.closed) return;
      const socket = new WebSocket(address, protocols);
      this.socket = socket;
      socket.onopen = () => this.opened();
      socket.onmessage = (event) => this.received(event.data);
      socket.onclose = ({ code }) => this.lost(socket, code);
      this.watch(socket);
    } catch (error) {
      // The text of a DOMException may hold the ticket.
      this.retry(error instanceof ApiError ? error.code : "refused");
    }
  }

  private watch(socket: WebSocket | null): void {
    clearTimeout(this.watchdog);
    if (this.patienceMs === null || !socket) return;
    this.watchdog = setTimeout(() => {
      this.doubted = true;
      this.socket = null;
      socket.close();
      this.retry("silent");
    }, this.patienceMs);
  }

  private opened(): void {
    this.last.forEach((push, key) => this.before.set(key, push));
    this.last.clear();
    this.heard.clear();
    if (!this.doubted) this.revive();
  }

  private revive(): void {
    this.doubted = false;
    this.tries = 0;
    this.setState("live");
    if (this.wasLive) this.listeners.forEach((listener) => listener.onGap());
    this.wasLive = true;
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.retry(code);
  }

  private retry(cause: string | number): void {
    if (this.closed) return;
    logFailure("Stream", cause);
    this.setState("down");
    clearTimeout(this.watchdog);
    clearTimeout(this.timer);
    const wait = reconnectWait(this.tries, Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => void this.connect(), wait);
  }

  /** False where the number was heard before. */
  private hear(key: string, seq: number): boolean {
    const numbers = this.heard.get(key) ?? [];
    if (numbers.includes(seq)) return false;
    this.heard.set(key, [...numbers, seq].slice(-numbersKept));
    return true;
  }

  private received(text: unknown): void {
    let push: Push;
    try {
      push = JSON.parse(String(text)) as Push;
    } catch {
      return;
    }
    if (typeof push?.seq !== "number" || typeof push.channel !== "string") return;
    const key = `${push.channel}/${push.pair ?? ""}`;
    const before = this.before.get(key);
    if (before && judge(before, push) === "old") return;
    const verdict = judge(this.last.get(key), push);
    const isNews = this.hear(key, push.seq);
    if (verdict === "old") {
      // Two programs publish trades: what one of them numbered first may come last.
      if (isNews) this.listeners.forEach((listener) => listener.onGap());
      return;
    }
    this.watch(this.socket);
    if (this.doubted) this.revive();
    this.last.set(key, push);
    if (verdict === "gap") this.listeners.forEach((listener) => listener.onGap());
    this.listeners.forEach((listener) => listener.onPush(push));
  }
}

const streams = new Map<string, Stream>();

function socketAddress(path: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}

async function clientWay(): Promise<Way> {
  const answer = await post("/api/v3/stream-ticket");
  return {
    address: socketAddress(`/stream/client/${encodeURIComponent(answer.channel)}`),
    protocols: [`cambio.${answer.ticket}`],
  };
}

function shared(path: string): Stream {
  // A private stream belongs to one session: after another sign-in it is another stream.
  const key = path === clientStream ? `${path} ${currentSession()?.began ?? ""}` : path;
  let stream = streams.get(key);
  if (!stream) {
    const way =
      path === clientStream
        ? clientWay
        : () => Promise.resolve({ address: socketAddress(path), protocols: [] });
    // A client's own channel says nothing while nothing happens to the client.
    const patienceMs = path === clientStream ? null : longestSilenceMs;
    stream = new Stream(way, () => streams.delete(key), patienceMs);
    streams.set(key, stream);
  }
  return stream;
}

export const tickersStream = "/stream/tickers";
export const marketStream = (pair: string): string => `/stream/market/${pair}`;
/** The signed-in client's own events; the ticket is fetched at each connection. */
export const clientStream = "client";

/**
 * Listens while the component is mounted; all users of a path share one socket. Null listens to
 * nothing. Poll at the spec's interval while the result is not "live".
 */
export function useStream(
  path: string | null,
  onPush: (push: Push) => void,
  onGap: () => void,
): StreamState {
  const [state, setState] = useState<StreamState>("connecting");
  const latest = useRef({ onPush, onGap });
  useEffect(() => {
    latest.current = { onPush, onGap };
  });
  useEffect(() => {
    if (path === null) return undefined;
    return shared(path).listen({
      onPush: (push) => latest.current.onPush(push),
      onGap: () => latest.current.onGap(),
      onState: setState,
    });
  }, [path]);
  return path === null ? "down" : state;
}

// Stands in for the server in the tests of screens.
import { vi } from "vitest";

export interface Asked {
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** The status and the body of an answer. */
export type Answer = (asked: Asked) => [number, unknown];

/** Answers by path, anything else with 404; returns what is asked from now on. */
export function serve(calls: Readonly<Record<string, Answer>>): Asked[] {
  const heard: Asked[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, "http://cambio");
    const body = JSON.parse((init.body as string | undefined) ?? "{}") as Asked["body"];
    const asked = { path, query, body };
    heard.push(asked);
    const [status, answer] = calls[path]?.(asked) ?? [404, {}];
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
  return heard;
}

// The one client for the server's calls. Calls that change something go out as POST with a JSON
// body, so that nothing secret stands in an address.
import { QueryClient } from "@tanstack/react-query";
import { current_language, text_or, type Values } from "./i18n";
import { current_session, end_session } from "./session";

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const slowest_answer_ms = 20_000;

/** A refusal: `message` is the catalogue's code, `field` the parameter that it is about. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly field: string | undefined,
    readonly text: string,
    readonly details: Values,
    readonly request_id: string | undefined,
  ) {
    super(code);
    this.name = "ApiError";
  }

  /** What the person reads: the catalogue's sentence, else the server's. */
  get sentence(): string {
    return text_or(`errors.${this.code}`, this.text, this.details);
  }
}

/** The sentence for anything that was thrown. */
export function sentence_of(error: unknown): string {
  if (error instanceof ApiError) return error.sentence;
  return text_or("errors.unexpected", "Something went wrong");
}

let signed_out: () => void = () => undefined;

/** What happens after a 401: the app sends the visitor to /signin. */
export function on_signed_out(act: () => void): void {
  signed_out = act;
}

interface Refusal {
  message?: string;
  field?: string;
  text?: string;
  details?: Values;
  request_id?: string;
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  const code = body.message ?? (response.status >= 500 ? "unavailable" : "unexpected");
  const text = body.text ?? text_or("errors.unexpected", "Something went wrong");
  const id = body.request_id ?? response.headers.get("X-Request-Id") ?? undefined;
  return new ApiError(response.status, code, body.field, text, body.details ?? {}, id);
}

async function call<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("Accept", "application/json");
  headers.set("Accept-Language", current_language());
  const token = current_session()?.token;
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const limit = AbortSignal.timeout(slowest_answer_ms);
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "offline", undefined, "The server cannot be reached", {}, undefined);
  }
  if (response.ok) return (await response.json()) as T;
  const error = await refusal(response);
  // A wrong password is a 401 too; only a refused token ends the session.
  if (response.status === 401 && token && token === current_session()?.token) {
    end_session();
    signed_out();
  }
  throw error;
}

/** "/path?a=1": parameters that are undefined are left out. */
export function address(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value.toString());
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export const get = <T>(path: string, parameters?: Parameters, signal?: AbortSignal): Promise<T> =>
  call<T>(address(path, parameters), { method: "GET" }, signal);

export const post = <T>(path: string, body: Parameters = {}, signal?: AbortSignal): Promise<T> =>
  call<T>(
    path,
    {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    },
    signal,
  );

/**
 * The idempotency key of a form (`client_id` of calls that move money): make one when the form
 * opens, send the same with each retry, make a new one after it succeeded.
 */
export function new_client_id(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  // Pages that are not served over https have no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) =>
        count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
    },
    mutations: { retry: false },
  },
});

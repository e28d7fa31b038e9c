// The one client for the server's calls. Calls that change something go out as POST with a JSON
// body, so that nothing secret stands in an address.
import { QueryClient } from "@tanstack/react-query";
import type { GetPath, GetQuery, GetReply, PostBody, PostPath, PostReply } from "./calls";
import { is_decimal, trim_zeros } from "./decimal";
import { format_number } from "./format";
import { current_language, text_or, type Values } from "./i18n";
import {
  current_session,
  end_session,
  frozen,
  session_after,
  start_session,
  update_client,
} from "./session";

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const slowest_answer_ms = 20_000;

/** A fact that the server did not give is left out with its brackets. */
const empty_brackets = / ?[(（]\{\w+\}[)）]/g;

/** Amounts as people read them. */
const readable = (details: Values): Values =>
  Object.fromEntries(
    Object.entries(details).map(([name, fact]) => [
      name,
      is_decimal(fact) ? format_number(trim_zeros(fact)) : fact,
    ]),
  );

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
    const facts = readable(this.details);
    const of = (code: string, otherwise: string) =>
      text_or(`errors.${code}`, otherwise, facts).replace(empty_brackets, "");
    const general = of(this.code, this.text);
    const { side } = this.details;
    return side === undefined ? general : of(`${this.code}_${side}`, general);
  }
}

/** The sentence for anything that was thrown. */
export function sentence_of(error: unknown): string {
  if (error instanceof ApiError) return error.sentence;
  return text_or("errors.unexpected", "Something went wrong");
}

/** No answer came that says whether the request was carried out: only the same one may follow. */
export const fate_unknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Another request under the same key was carried out before: not a refusal of what it asked. */
export const sent_before = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "client_id_reused";

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

function refusal_of(status: number, body: Refusal, request_id: string | null): ApiError {
  const code = body.message ?? (status >= 500 ? "unavailable" : "unexpected");
  const text = body.text ?? text_or("errors.unexpected", "Something went wrong");
  const id = body.request_id ?? request_id ?? undefined;
  return new ApiError(status, code, body.field, text, body.details ?? {}, id);
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  return refusal_of(response.status, body, response.headers.get("X-Request-Id"));
}

const unreachable = () =>
  new ApiError(0, "offline", undefined, "The server cannot be reached", {}, undefined);

const renewal_lock = "cambio.renewal";
let renewal: Promise<unknown> = Promise.resolve();

/** Runs `act` while no tab of this browser takes a refused token for the end of the session. */
function while_renewing<T>(act: () => Promise<T>): Promise<T> {
  // Pages that are not served over https have no locks, and then only this tab waits.
  const done = navigator.locks ? navigator.locks.request(renewal_lock, act) : act();
  renewal = done.catch(() => undefined);
  return done;
}

/** Whether the token was replaced while it was on its way: waits for a renewal that is going on. */
async function is_replaced(token: string): Promise<boolean> {
  await renewal;
  await navigator.locks?.request(renewal_lock, { mode: "shared" }, () => Promise.resolve());
  const now = (await session_after(token))?.token;
  return now !== undefined && now !== token;
}

/**
 * A wrong password is a 401 too; only a refused token ends the session. A frozen client first hears
 * of the freeze.
 */
function after_refusal({ status, code }: ApiError, token: string | undefined): void {
  const session = current_session();
  if (!token || token !== session?.token) return;
  if (code === "frozen_account") return update_client({ ...session.client, status: frozen });
  if (status !== 401) return;
  end_session();
  signed_out();
}

async function answer_to(
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
  renews = false,
): Promise<Response> {
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
    throw unreachable();
  }
  if (response.ok) return response;
  const error = await refusal(response);
  // What is refused for its token was not carried out: it may be sent again with the new one.
  if (error.status === 401 && token && !renews && (await is_replaced(token))) {
    return answer_to(path, init, signal);
  }
  after_refusal(error, token);
  throw error;
}

async function call<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<T> {
  const answer = await answer_to(path, init, signal);
  return (await answer.json()) as T;
}

const posted = (body: Parameters): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

/** "/path?a=1": parameters that are undefined are left out. */
export function address(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value.toString());
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The address gives the types of parameters and reply; any other address, the caller. */
export function get<Path extends GetPath>(
  path: Path,
  parameters?: GetQuery<Path>,
  signal?: AbortSignal,
): Promise<GetReply<Path>>;
export function get<T>(path: string, parameters?: Parameters, signal?: AbortSignal): Promise<T>;
export function get(path: string, parameters?: Parameters, signal?: AbortSignal) {
  return call(address(path, parameters), { method: "GET" }, signal);
}

/** A file that only the signed-in client may see: an address cannot carry the token. */
export async function get_file(
  path: string,
  parameters?: Parameters,
  signal?: AbortSignal,
): Promise<Blob> {
  const answer = await answer_to(address(path, parameters), { method: "GET" }, signal);
  return answer.blob();
}

export function post<Path extends PostPath>(
  path: Path,
  body?: PostBody<Path>,
  signal?: AbortSignal,
): Promise<PostReply<Path>>;
export function post<T>(path: string, body?: Parameters, signal?: AbortSignal): Promise<T>;
export function post(path: string, body: Parameters = {}, signal?: AbortSignal) {
  return call(path, posted(body), signal);
}

/**
 * As post(), for a call that ends every session and whose answer has the `token` of a new one for
 * this browser. The old token ends before the answer is here: what else is asked meanwhile, in any
 * tab, waits for the new one in place of signing the client out.
 */
export const post_for_token = <T extends { token?: string }>(
  path: string,
  body: Parameters,
): Promise<T> =>
  while_renewing(async () => {
    const answer = (await (await answer_to(path, posted(body), undefined, true)).json()) as T;
    const session = current_session();
    if (answer.token && session) start_session({ ...session, token: answer.token });
    return answer;
  });

const slowest_upload_ms = 120_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** As post(), for what takes a while to send: `on_progress` hears the part that is sent, 0 to 1. */
export function upload<T>(
  path: string,
  body: Parameters,
  on_progress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // fetch() does not tell how much has been sent.
    const request = new XMLHttpRequest();
    const token = current_session()?.token;
    request.open("POST", path);
    request.timeout = slowest_upload_ms;
    request.setRequestHeader("Content-Type", "application/json");
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", current_language());
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) on_progress(event.loaded / event.total);
    };
    request.onerror = request.ontimeout = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(answer as T);
      const id = request.getResponseHeader("X-Request-Id");
      const error = refusal_of(request.status, answer as Refusal, id);
      reject(error);
      if (error.status !== 401 || !token) return after_refusal(error, token);
      void is_replaced(token).then((replaced) => replaced || after_refusal(error, token));
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(JSON.stringify(body));
  });
}

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
      refetchOnReconnect: true,
      networkMode: "always",
      retry: (count, error) =>
        count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
    },
    // Never paused: what was confirmed without a network must fail at once. Sent later by itself it
    // would be carried out after its owner had turned away from it.
    mutations: { retry: false, networkMode: "always" },
  },
});

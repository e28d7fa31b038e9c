// The one client for the server's calls. Calls that change something go out as POST with a JSON
// body, so that nothing secret stands in an address.
import { QueryClient } from "@tanstack/react-query";
import { unattended } from "./attention";
import type { GetPath, GetQuery, GetReply, PostBody, PostPath, PostReply } from "./calls";
import { isDecimal, trimZeros } from "./decimal";
import { formatNumber } from "./format";
import { currentLanguage, textOr, type Values } from "./i18n";
import {
  currentSession,
  endSession,
  followTabs,
  frozen,
  onOtherClient,
  updateClient,
} from "./session";

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const slowestAnswerMs = 20_000;

/** A fact that the server did not give is left out with its brackets. */
const emptyBrackets = / ?[(（]\{\w+\}[)）]/g;

/** Amounts as people read them. */
const readable = (details: Values): Values =>
  Object.fromEntries(
    Object.entries(details).map(([name, fact]) => [
      name,
      isDecimal(fact) ? formatNumber(trimZeros(fact)) : fact,
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
    readonly requestId: string | undefined,
  ) {
    super(code);
    this.name = "ApiError";
  }

  /** What the person reads: the catalogue's sentence, else the server's. */
  get sentence(): string {
    const facts = readable(this.details);
    const of = (code: string, otherwise: string) =>
      textOr(`errors.${code}`, otherwise, facts).replace(emptyBrackets, "");
    const general = of(this.code, this.text);
    const { side } = this.details;
    return side === undefined ? general : of(`${this.code}_${side}`, general);
  }
}

/** The sentence for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence;
  return textOr("errors.unexpected", "Something went wrong");
}

/** No answer came that says whether the request was carried out: only the same one may follow. */
export const fateUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Another request under the same key was carried out before: not a refusal of what it asked. */
export const sentBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "client_id_reused";

let signedOutUnheard = false;
let afterSignedOut = () => {
  signedOutUnheard = true;
};

function signedOut(): void {
  // What was cached for the client goes.
  queries.clear();
  afterSignedOut();
}

/**
 * What happens after a 401: the app sends the visitor to /signin. Also after one before this call,
 * unless the visitor is there already or has signed in since.
 */
export function onSignedOut(act: () => void): void {
  afterSignedOut = act;
  const late = signedOutUnheard && currentSession() === null;
  signedOutUnheard = false;
  if (late && location.pathname !== "/signin") act();
}

interface Refusal {
  message?: string;
  field?: string;
  text?: string;
  details?: Values;
  request_id?: string;
}

function refusalOf(status: number, body: Refusal, requestId: string | null): ApiError {
  const code = body.message ?? (status >= 500 ? "unavailable" : "unexpected");
  const text = body.text ?? textOr("errors.unexpected", "Something went wrong");
  const id = body.request_id ?? requestId ?? undefined;
  return new ApiError(status, code, body.field, text, body.details ?? {}, id);
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  return refusalOf(response.status, body, response.headers.get("X-Request-Id"));
}

const unreachable = () =>
  new ApiError(0, "offline", undefined, "The server cannot be reached", {}, undefined);

const renewalLock = "cambio.renewal";
let renewal: Promise<unknown> = Promise.resolve();

/** Runs `act` while no tab of this browser takes a refused session for its end. */
function whileRenewing<T>(act: () => Promise<T>): Promise<T> {
  // Pages that are not served over https have no locks, and then only this tab waits for it.
  const done = navigator.locks ? navigator.locks.request(renewalLock, act) : act();
  renewal = done.catch(() => undefined);
  return done;
}

/** This long another tab's renewal may take where nothing tells of it. */
const renewalWithoutLocksMs = 1_000;

/** Waits until no tab is renewing the session. */
async function renewed(): Promise<void> {
  await renewal;
  if (navigator.locks) {
    await navigator.locks.request(renewalLock, { mode: "shared" }, () => Promise.resolve());
  } else {
    await new Promise((resolve) => setTimeout(resolve, renewalWithoutLocksMs));
  }
}

/**
 * The session goes along as a cookie, which counts beside the header that names the client of this
 * page: nobody else's page can send it, and no form of one client is carried out for another who
 * has signed in in a second tab.
 */
function headersOf(client: string | undefined): Record<string, string> {
  return {
    Accept: "application/json",
    "Accept-Language": currentLanguage(),
    "X-Cambio-Session": "cookie",
    ...(client === undefined ? {} : { "X-Cambio-Client": client }),
    ...(unattended() ? { "X-Cambio-Unattended": "1" } : {}),
  };
}

/** Takes the cookie of a session that is over out of the browser; one that lives stays. */
function forgetSession(client: string): Promise<unknown> {
  const headers = headersOf(client);
  return fetch("/api/v3/forget-session", { method: "POST", headers }).catch(() => undefined);
}

/** Another tab signs in as somebody else: its word of it is on its way here. */
const tabsTellWithinMs = 1_000;

function expectOtherClient(client: string): void {
  if (followTabs()) return;
  setTimeout(() => {
    if (followTabs() || currentSession()?.client.id !== client) return;
    endSession();
    signedOut();
  }, tabsTellWithinMs);
}

/** Under which the pages keep what the server says of itself (lib/status). */
export const statusKey = ["status"] as const;

/** Refusals that may come of what the operator has just stopped, which a page then says at once. */
const ofPauses = new Set(["market_closed", "network_closed", "withdrawals_paused"]);

/**
 * A wrong password is a 401 too; only a refused session is over. A frozen client first hears of the
 * freeze.
 */
function afterRefusal({ code }: ApiError, client: string): void {
  const session = currentSession();
  if (client !== session?.client.id) return;
  if (code === "frozen_account") return updateClient({ ...session.client, status: frozen });
  if (code === "another_client") return expectOtherClient(client);
  if (ofPauses.has(code)) return void queries.invalidateQueries({ queryKey: statusKey });
  if (code !== "unauthorized") return;
  endSession();
  void forgetSession(client);
  signedOut();
}

/** The same request once more, with the work that the server asks for; null: it did not ask. */
async function withWork(
  { code, details }: ApiError,
  { body }: RequestInit,
  signal?: AbortSignal,
): Promise<RequestInit | null> {
  const { challenge, bits } = details;
  if (code !== "work_required" || typeof body !== "string" || challenge === undefined) return null;
  const given = JSON.parse(body) as Parameters;
  if (given.work !== undefined) return null;
  const { answerToWork } = await import("./work");
  return posted({
    ...given,
    work: await answerToWork(`${challenge}`, Number.parseInt(`${bits}`, 10), signal),
  });
}

/**
 * Sends for the client who is signed in. While a session is being renewed, the old one is over and
 * the new one is not here yet: what is refused then was not carried out, and is sent once more.
 */
async function sendForClient<T>(send: () => Promise<T>, renews = false): Promise<T> {
  const client = currentSession()?.client.id;
  if (client === undefined) return send();
  const refused = (error: unknown): never => {
    if (error instanceof ApiError) afterRefusal(error, client);
    throw error;
  };
  if (renews) return send().catch(refused);
  return send()
    .catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "unauthorized") throw error;
      await renewed();
      if (currentSession()?.client.id !== client) throw error;
      return send();
    })
    .catch(refused);
}

async function answerTo(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const headers = { ...headersOf(currentSession()?.client.id), ...init.headers };
  const limit = AbortSignal.timeout(slowestAnswerMs);
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
  const worked = await withWork(error, init, signal);
  if (worked) return answerTo(path, worked, signal);
  throw error;
}

/** The caller names the type of the answer: for a datafeed, which is not described in full. */
export async function call<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<T> {
  const answer = await sendForClient(() => answerTo(path, init, signal));
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

/** The address gives the types of parameters and reply. */
export function get<Path extends GetPath>(
  path: Path,
  parameters?: GetQuery<Path>,
  signal?: AbortSignal,
): Promise<GetReply<Path>>;
export function get(path: string, parameters?: Parameters, signal?: AbortSignal) {
  return call(address(path, parameters), { method: "GET" }, signal);
}

/** A file that only the signed-in client may see: an address alone does not say for whom. */
export async function getFile(
  path: string,
  parameters?: Parameters,
  signal?: AbortSignal,
): Promise<Blob> {
  const ask = () => answerTo(address(path, parameters), { method: "GET" }, signal);
  return (await sendForClient(ask)).blob();
}

export function post<Path extends PostPath>(
  path: Path,
  body?: PostBody<Path>,
  signal?: AbortSignal,
): Promise<PostReply<Path>>;
export function post(path: string, body: Parameters = {}, signal?: AbortSignal) {
  return call(path, posted(body), signal);
}

/**
 * As post(), for a call that ends every session and whose answer brings the cookie of a new one.
 * What else is asked meanwhile, in any tab, waits for that in place of signing the client out.
 */
export const postRenewing = <T>(path: string, body: Parameters): Promise<T> =>
  whileRenewing(async () => {
    const answer = await sendForClient(() => answerTo(path, posted(body)), true);
    return (await answer.json()) as T;
  });

const unfinishedKey = "cambio.unfinished_sign_out";

/** Signs out on the server. Where that cannot be reached, finishSignOut() tells it later. */
export async function signOut(): Promise<void> {
  const client = currentSession()?.client.id;
  if (client === undefined) return;
  try {
    await answerTo("/api/v3/logout", posted({}));
  } catch (error) {
    if (fateUnknown(error)) localStorage.setItem(unfinishedKey, client);
    else await forgetSession(client);
  }
}

/** What an earlier sign-out could not tell the server. */
export async function finishSignOut(): Promise<void> {
  const client = localStorage.getItem(unfinishedKey);
  if (client === null || currentSession() !== null) return;
  const headers = headersOf(client);
  const answer = await fetch("/api/v3/logout", { method: "POST", headers }).catch(() => null);
  if (answer && answer.status < 500) localStorage.removeItem(unfinishedKey);
}

const slowestUploadMs = 120_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** As post(), for what takes a while to send: `onProgress` hears the part that is sent, 0 to 1. */
export const upload = <T>(
  path: string,
  body: Parameters,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> => sendForClient(() => sendSlowly<T>(path, body, onProgress, signal));

function sendSlowly<T>(
  path: string,
  body: Parameters,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // fetch() does not tell how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.timeout = slowestUploadMs;
    request.setRequestHeader("Content-Type", "application/json");
    for (const [name, value] of Object.entries(headersOf(currentSession()?.client.id))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onerror = request.ontimeout = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(answer as T);
      const id = request.getResponseHeader("X-Request-Id");
      reject(refusalOf(request.status, answer as Refusal, id));
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(JSON.stringify(body));
  });
}

/**
 * The idempotency key of a form (`client_id` of calls that move money): make one when the form
 * opens, send the same with each retry, make a new one after it succeeded.
 */
export function newClientId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  // Pages that are not served over https have no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether asking again may help: nobody answered, or the server had trouble. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** How soon a page asks again for what could not be loaded. */
const againMs = 5_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: "always",
      retry: (count, error) => count < 2 && mayPass(error),
      // A screen that says that it tries again does so, also where its query is not polled.
      refetchInterval: ({ state }) =>
        state.status === "error" && mayPass(state.error) ? againMs : false,
      retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
    },
    // Never paused: what was confirmed without a network must fail at once. Sent later by itself it
    // would be carried out after its owner had turned away from it.
    mutations: { retry: false, networkMode: "always" },
  },
});

// Nothing that was fetched for one client is shown to another.
onOtherClient(() => queries.clear());

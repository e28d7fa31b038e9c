// Tells the exchange that something has failed in a page: the error's kind and its place in the
// script. What the error says is not sent, for it may hold what stood on the page.

const reportedOfOnePage = 5;
const scriptPlace = /([\w.-]+\.js:\d+:\d+)/;
/** What does not come, or is refused, has no fault in it. */
const notFetched = /^(ChunkLoadError|AbortError|ApiError)$|could not be fetched/;

let reported = 0;

function report(error: unknown): void {
  if (!(error instanceof Error) || reported >= reportedOfOnePage) return;
  if (notFetched.test(error.name) || notFetched.test(error.message)) return;
  reported += 1;
  const place = scriptPlace.exec(error.stack ?? "")?.[1] ?? "";
  const documentURL = `${location.origin}${location.pathname}`;
  const body = [{ type: "page-failure", body: { name: error.name, place, documentURL } }];
  fetch("/api/v3/policy-reports", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/reports+json" },
    keepalive: true,
  }).catch(() => undefined);
}

/** Reports what no part of the page catches, and what ui/failure.tsx has caught. */
export function watchFailures(): () => void {
  const thrown = ({ error }: ErrorEvent) => report(error);
  const caught = (event: Event) => event instanceof ErrorEvent && report(event.error);
  const rejected = ({ reason }: PromiseRejectionEvent) => report(reason);
  globalThis.addEventListener("error", thrown);
  globalThis.addEventListener("caught", caught);
  globalThis.addEventListener("unhandledrejection", rejected);
  return () => {
    globalThis.removeEventListener("error", thrown);
    globalThis.removeEventListener("caught", caught);
    globalThis.removeEventListener("unhandledrejection", rejected);
  };
}

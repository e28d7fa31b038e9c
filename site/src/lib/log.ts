// What a page cannot help and nobody needs to hear of stands in the browser's console.
import { ApiError } from "./api";

/** What failed and why: a code or a sentence, never what was sent or answered. */
export function logFailure(what: string, error: unknown): void {
  const place = error instanceof ApiError ? `${error.status} ` : "";
  const cause = error instanceof Error ? error.message : String(error);
  console.warn(`${what}: ${place}${cause}`);
}

// An act of the client's, and what the page says of its outcome.
import type { UseMutationResult } from "@tanstack/react-query";

interface Outcome<Answer, Fault> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: Fault) => void;
}

/**
 * Does it, and calls one of these back whatever has become of the component meanwhile. The callbacks
 * of `mutate` are dropped once it has left the page, and a row does so by the server's push of the
 * very act, which may arrive before the answer: nobody would be told.
 */
export function perform<Answer, Fault, Wish, Context>(
  mutation: Pick<UseMutationResult<Answer, Fault, Wish, Context>, "mutateAsync">,
  wish: Wish,
  { onSuccess, onError }: Outcome<Answer, Fault>,
): void {
  mutation.mutateAsync(wish).then(onSuccess, (error: Fault) => onError?.(error));
}

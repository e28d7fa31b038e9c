import { useMutation, useQueryClient } from "@tanstack/react-query";
import { post } from "./api";
import type { PostBody, PostPath } from "./calls";
import { ownKeys } from "./client_events";

/** Money moved, or may have: all that shows it is fetched again, and the wallets. */
export function useChange<Path extends PostPath>(path: Path, shows: keyof typeof ownKeys) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: PostBody<Path>) => post(path, asked),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ownKeys[shows] });
      void queries.invalidateQueries({ queryKey: ownKeys.wallet });
    },
  });
}

// What a part of the page needs to ask the server. The frame and the landing page's first view do
// without, so that nobody waits for this code to see them.
import { QueryClientContext, QueryClientProvider, useIsFetching } from "@tanstack/react-query";
import { useContext, useLayoutEffect, type ReactNode } from "react";
import { queries } from "./api";
import { tellUnanswered } from "./ready";

/** Gives its children the site's queries, where nothing around them has brought any. */
export function WithQueries({ children }: { children: ReactNode }) {
  if (useContext(QueryClientContext)) return children;
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Stands once in the app: a page is not ready while a query waits for its first answer. */
export function useUnansweredTold(): void {
  const unanswered = useIsFetching({ predicate: ({ state }) => state.status === "pending" });
  useLayoutEffect(() => tellUnanswered(unanswered), [unanswered]);
}

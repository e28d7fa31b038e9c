import { lazy, type ComponentType } from "react";
import { loadText } from "./i18n";
import type { Area } from "../text/catalogue";

/**
 * A component that is fetched when it is first shown, with its text, the words that most share, and
 * what it needs to ask the server.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  text: readonly Area[] = [],
) {
  return lazy(async () => {
    const [{ default: Part }, { WithQueries }] = await Promise.all([
      load(),
      import("./queries"),
      loadText(["common", ...text]),
    ]);
    const Whole = (props: Props) => (
      <WithQueries>
        <Part {...props} />
      </WithQueries>
    );
    return { default: Whole };
  });
}

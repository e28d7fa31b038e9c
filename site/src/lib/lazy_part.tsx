import { lazy, type ComponentType } from "react";
import { loadText } from "./i18n";
import { tellCodeCame } from "./ready";
import type { Area } from "../text/catalogue";

const failed = new Set<() => void>();

/** What could not be fetched is asked for again where it is shown next. */
export function forgetFailures(): void {
  failed.forEach((forget) => forget());
  failed.clear();
}

/** As React's lazy, which keeps a failure for as long as the page is open. */
export function lazyCode<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const begin = () =>
    lazy(() =>
      load().then(
        (code) => {
          // After React, which hears of it in this moment.
          setTimeout(tellCodeCame);
          return code;
        },
        (error: unknown) => {
          failed.add(() => (Part = begin()));
          throw error;
        },
      ),
    ) as unknown as ComponentType<Props>;
  let Part = begin();
  return (props) => <Part {...props} />;
}

/**
 * A component that is fetched when it is first shown, with its text, the words that most share, and
 * what it needs to ask the server.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  text: readonly Area[] = [],
): ComponentType<Props> {
  return lazyCode(async () => {
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

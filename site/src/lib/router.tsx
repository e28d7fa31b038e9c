// react-router's matching and hooks, with links, a history and a choice of the page of the site's own:
// those of the package bring its loaders, forms and prefetching along, and the landing page would
// fetch them, 5 kB of gzip. Its hooks read what is given here from the contexts that its Router and
// its Routes would fill; what would be undefined there is left out.
import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ContextType,
  type MouseEvent,
  type ReactNode,
} from "react";
import {
  createPath,
  matchPath,
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  useHref,
  useLocation,
  useNavigate,
  type Location,
  type NavigateOptions,
  type Navigator,
  type To,
} from "react-router";

interface Place {
  location: Location;
  navigationType: NavigationType;
}

/** What the browser keeps with an address: the state of who led there, and a name for the visit. */
interface Kept {
  usr?: unknown;
  key?: string;
}

function place(navigationType: NavigationType): Place {
  const { pathname, search, hash } = globalThis.location;
  const kept = history.state as Kept | null;
  const [state, key] = [kept?.usr ?? null, kept?.key ?? "default"];
  return { location: { pathname, search, hash, state, key } as Location, navigationType };
}

const addressOf = (to: To): string => (typeof to === "string" ? to : createPath(to));
const newKey = (): string => Math.random().toString(36).slice(2, 10);

function navigatorOf(show: (type: NavigationType) => void): Navigator {
  return {
    createHref: addressOf,
    go: (steps) => history.go(steps),
    push: (to, state: unknown) => {
      history.pushState({ usr: state, key: newKey() }, "", addressOf(to));
      show(NavigationType.Push);
    },
    replace: (to, state: unknown) => {
      history.replaceState({ usr: state, key: newKey() }, "", addressOf(to));
      show(NavigationType.Replace);
    },
  };
}

/** The pages by the window's address. A page stays until the next one can be drawn. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [at, setAt] = useState(() => place(NavigationType.Pop));
  const show = useCallback((type: NavigationType) => startTransition(() => setAt(place(type))), []);
  const navigation = useMemo(
    () =>
      ({
        navigator: navigatorOf(show),
        basename: "/",
        static: false,
        future: {},
      }) as ContextType<typeof NavigationContext>,
    [show],
  );
  useLayoutEffect(() => {
    const moved = () => show(NavigationType.Pop);
    globalThis.addEventListener("popstate", moved);
    return () => globalThis.removeEventListener("popstate", moved);
  }, [show]);
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={at}>{children}</LocationContext>
    </NavigationContext>
  );
}

/** As matchPath takes it; an address that is broken stays as it is. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return pathname;
  }
}

/** Shows the first of `pages` whose path the address has; useParams tells what stands in its holes. */
export function PageHere<Page extends { path: string }>(props: {
  pages: readonly Page[];
  children: (page: Page) => ReactNode;
}) {
  const { pages, children } = props;
  const { pathname } = useLocation();
  const found = useMemo(() => {
    for (const page of pages) {
      const match = matchPath(page.path, decoded(pathname));
      if (match) return { page, matches: [{ ...match, route: { path: page.path } }] };
    }
    return undefined;
  }, [pages, pathname]);
  const route = useMemo(
    () => ({ outlet: null, matches: found?.matches ?? [], isDataRoute: false }),
    [found],
  );
  return <RouteContext value={route}>{found && children(found.page)}</RouteContext>;
}

/** Leads to another page in place of this one. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: To;
  /** What the page there finds as its location's state. */
  state?: unknown;
  /** In place of this address; the same address always is. */
  replace?: boolean;
}

/** Whether the browser itself opens it, in another tab or window. */
const opensElsewhere = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link to a page of the site. */
export function Link({ to, state, replace, onClick, target, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    if (target && target !== "_self") return;
    event.preventDefault();
    void navigate(to, { replace: replace ?? href === here, state });
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

/** A link that says when its page is shown; without `end`, a page below it counts, too. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const path = useHref(rest.to)
    .replace(/[?#].*/, "")
    .toLowerCase();
  const here = pathname.toLowerCase();
  const current = here === path || (!end && here.startsWith(`${path}/`));
  return <Link aria-current={current ? "page" : undefined} {...rest} />;
}

/** The address's parameters, and the call that puts others in their place. */
export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const given = useMemo(() => new URLSearchParams(search), [search]);
  const give = useCallback(
    (parameters: Record<string, string>, options?: NavigateOptions) =>
      void navigate(`?${new URLSearchParams(parameters).toString()}`, options),
    [navigate],
  );
  return [given, give] as const;
}

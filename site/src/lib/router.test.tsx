// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  createPath,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  type Location,
} from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BrowserRouter, Link, NavLink, PageHere, Redirect, useSearchParams } from "./router";

function Here() {
  const here: Location<unknown> = useLocation();
  const navigate = useNavigate();
  const [given, give] = useSearchParams();
  return (
    <>
      <output>{`${createPath(here)} ${JSON.stringify(here.state)}`}</output>
      <i>{given.get("coin")}</i>
      <button onClick={() => void navigate(-1)}>back</button>
      <button onClick={() => give({ coin: "ETH" }, { replace: true })}>choose</button>
      <Link to="/spot?coin=BTC" state={{ from: "/a" }}>
        spot
      </Link>
      <Link to="/spot" target="_blank">
        tab
      </Link>
      <NavLink to="/spot">at spot</NavLink>
      <NavLink to="/spot" end>
        just spot
      </NavLink>
    </>
  );
}

const show = () =>
  render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Here />} />
      </Routes>
    </BrowserRouter>,
  );

const press = (name: string) => userEvent.click(screen.getByText(name));
const here = () => screen.getByRole("status").textContent;
const current = (name: string) => screen.getByText(name).getAttribute("aria-current");

beforeEach(() => history.pushState(null, "", "/a?b=1#c"));
afterEach(cleanup);

test("a link leads to its page with its state, which a new load finds again, and the way back", async () => {
  const { unmount } = show();
  expect(here()).toBe("/a?b=1#c null");
  await press("spot");
  expect(here()).toBe('/spot?coin=BTC {"from":"/a"}');
  expect(location.pathname + location.search).toBe("/spot?coin=BTC");
  unmount();
  show();
  expect(here()).toBe('/spot?coin=BTC {"from":"/a"}');
  await press("back");
  await expect.poll(here).toBe("/a?b=1#c null");
});

test("the same address takes no second step back, and chosen parameters none either", async () => {
  show();
  const before = history.length;
  await press("spot");
  await press("spot");
  await press("choose");
  expect(here()).toBe("/spot?coin=ETH null");
  expect(screen.getByText("ETH").tagName).toBe("I");
  expect(history.length).toBe(before + 1);
});

test("what opens elsewhere is the browser's", async () => {
  show();
  const pressed: boolean[] = [];
  const note = (event: Event) => {
    pressed.push(event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener("click", note);
  await press("tab");
  const user = userEvent.setup();
  await user.keyboard("{Control>}");
  await user.click(screen.getByText("spot"));
  await user.keyboard("{/Control}");
  document.removeEventListener("click", note);
  expect(pressed).toEqual([false, false]);
  expect(here()).toBe("/a?b=1#c null");
});

test("a link of menus says whether its page, or one below it, is shown", async () => {
  history.replaceState(null, "", "/spot/BTC");
  show();
  expect([current("at spot"), current("just spot")]).toEqual(["page", null]);
  await press("at spot");
  expect([current("at spot"), current("just spot")]).toEqual(["page", "page"]);
});

const Named = () => <output>{JSON.stringify(useParams())}</output>;

const pages = [
  { path: "/old", page: <Redirect to="/coins/BTC" state={{ from: "/old" }} /> },
  { path: "/coins/all", page: <output>all</output> },
  { path: "/coins/:coin?", page: <Named /> },
  { path: "*", page: <output>none</output> },
];

test.each([
  ["/coins/all", "all"],
  ["/coins/a%20b%2Fc", '{"coin":"a b/c"}'],
  ["/coins", "{}"],
  ["/%E0%A4", "none"],
  ["/old", '{"coin":"BTC"}'],
])("at %s stands the first page whose path it has", (address, shown) => {
  history.replaceState(null, "", address);
  render(
    <BrowserRouter>
      <PageHere pages={pages}>{({ page }) => page}</PageHere>
    </BrowserRouter>,
  );
  expect(here()).toBe(shown);
});

// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { serve } from "../../../lib/test_server";
import { leaveScreen, openScreen } from "../../../ui/test_screen";
import type { NewsItem } from "../api";
import News from "./news";

afterEach(leaveScreen);

const item = (id: number): NewsItem => ({
  id: `${id}`,
  title: `Headline ${id}`,
  url: id === 2 ? "" : `https://news.example/${id}`,
  body: `What happened ${id}`,
  imageurl: "",
  publisher: "The Source",
  published_at: "2026-11-21T10:00:00.000Z",
});

function open(news: NewsItem[]) {
  const asked = serve({ "/api/v3/news": () => [200, { newsfeed: { Data: news } }] });
  openScreen(<News />);
  return asked;
}

it("shows the newest six, elsewhere or in a dialog", async () => {
  open([1, 2, 3, 4, 5, 6, 7].map(item));
  const link = await screen.findByRole("link", { name: /^Headline 1/ });
  expect(screen.getAllByRole("listitem")).toHaveLength(6);
  expect(link.getAttribute("href")).toBe("https://news.example/1");
  expect(link.getAttribute("target")).toBe("_blank");
  await userEvent.click(screen.getByRole("button", { name: "Headline 2" }));
  const article = await screen.findByRole("dialog", { name: "Headline 2" });
  expect(within(article).getByText("What happened 2")).toBeTruthy();
});

it("is not there without any", async () => {
  const asked = open([]);
  expect(screen.getByRole("heading", { name: "News" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "News" })).toBeNull());
  expect(asked).toHaveLength(1);
});

// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { CoinIcon, sparklineShape } from "./coin";
import { PasswordInput } from "./input";
import { Amount, Change, Price } from "./number";
import { OtpInput } from "./otp_input";
import { pageNumbers } from "./pages";
import { leadsOn, Table, type Column } from "./table";
import { Tabs } from "./tabs";

describe("numbers", () => {
  it("shows a change with triangle and sign, and zero with neither", () => {
    const { container, rerender } = render(<Change percent="-1.1800" />);
    expect(container.textContent).toBe("down−1.18%");
    expect(container.querySelector("svg")).not.toBeNull();
    for (const zero of ["0.0000", "-0.0040", "0.0040"]) {
      rerender(<Change percent={zero} />);
      expect(container.textContent).toBe("0.00%");
      expect(container.querySelector("svg")).toBeNull();
    }
  });
  it("keeps to the tick and puts units after", () => {
    const { container } = render(<Price value="67482.149" tick="0.1" currency="$" />);
    expect(container.textContent).toBe("$67,482.1");
    render(<Amount value="0.25" places={8} unit="BTC" />);
    expect(screen.getByText("0.25000000")).toBeTruthy();
  });
  it("says in full what does not fit, and never more than there is", () => {
    const { container } = render(<Amount value="29723.629182772" places={2} unit="USDT" />);
    expect(container.textContent).toContain("29,723.62");
    expect(screen.getByTitle("29,723.629182772")).toBeTruthy();
    render(<Amount value="0.25" places={2} />);
    expect(screen.getByText("0.25").title).toBe("");
  });
  it("shows a dash where there is no number", () => {
    const { container } = render(<Price value={undefined} currency="$" />);
    expect(container.textContent).toBe("—");
  });
});

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState("");
  return <OtpInput label="Code" value={code} onValue={setCode} onComplete={onComplete} />;
}

describe("one-time code", () => {
  it("moves on while typing, back on backspace, and is complete with six digits", async () => {
    const user = userEvent.setup();
    const done = vi.fn();
    render(<Code onComplete={done} />);
    await user.click(screen.getByLabelText("Digit 1 of 6"));
    await user.keyboard("48a1");
    expect(document.activeElement).toBe(screen.getByLabelText("Digit 4 of 6"));
    await user.keyboard("{Backspace}502");
    expect(done).not.toHaveBeenCalled();
    await user.keyboard("6");
    expect(done).toHaveBeenLastCalledWith("485026");
  });
  it("is typed over from the first digit on", async () => {
    const user = userEvent.setup();
    const done = vi.fn();
    render(<Code onComplete={done} />);
    await user.click(screen.getByLabelText("Digit 1 of 6"));
    await user.keyboard("000000");
    await user.click(screen.getByLabelText("Digit 1 of 6"));
    await user.keyboard("485020");
    expect(done.mock.calls).toEqual([["000000"], ["485020"]]);
  });
  it("begins again in the first cell when the code was refused", async () => {
    const user = userEvent.setup();
    const field = (value: string, error: string | null) => (
      <OtpInput label="Code" value={value} onValue={vi.fn()} error={error} />
    );
    const { rerender } = render(field("123456", null));
    await user.click(screen.getByLabelText("Digit 6 of 6"));
    rerender(field("", "The code is incorrect."));
    expect(document.activeElement).toBe(screen.getByLabelText("Digit 1 of 6"));
  });
  it("takes a pasted code", () => {
    const done = vi.fn();
    render(<Code onComplete={done} />);
    const clipboardData = { getData: () => " 481 502 " };
    fireEvent.paste(screen.getByLabelText("Digit 1 of 6"), { clipboardData });
    expect(done).toHaveBeenCalledWith("481502");
  });
});

it("shows and hides a password", async () => {
  const user = userEvent.setup();
  render(<PasswordInput label="Password" value="secret" onValue={() => undefined} />);
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.getAttribute("type")).toBe("text");
});

it("moves between tabs with the arrows", () => {
  const chosen = vi.fn();
  const items = [
    { id: "a", label: "A" },
    { id: "b", label: "B" },
  ] as const;
  render(<Tabs label="Tabs" items={items} value="a" onValue={chosen} />);
  fireEvent.keyDown(screen.getByRole("tab", { name: "A" }), { key: "ArrowLeft" });
  expect(chosen).toHaveBeenCalledWith("b");
});

interface Row {
  name: string;
  rank: number;
}

const columns: Column<Row>[] = [
  { id: "name", header: "Name", cell: (row) => row.name },
  { id: "rank", header: "Rank", cell: (row) => row.rank, compare: (a, b) => a.rank - b.rank },
];
const rows = Array.from({ length: 7 }, (_, index) => ({
  name: `n${index}`,
  rank: (index * 3) % 7,
}));
const shown = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);

describe("table", () => {
  it("sorts and turns pages", async () => {
    const user = userEvent.setup();
    const sort = { column: "rank", descending: true };
    render(
      <Table
        label="Rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.name}
        sort={sort}
        pageSize={5}
      />,
    );
    expect(shown().map((row) => row.lastChild?.textContent)).toEqual(["6", "5", "4", "3", "2"]);
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    expect(shown()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /Rank/ }));
    expect(screen.getByRole("columnheader", { name: /Rank/ }).getAttribute("aria-sort")).toBe(
      "ascending",
    );
  });

  it("begins another search at its first page, sorted as before", async () => {
    const user = userEvent.setup();
    const common = { label: "Rows", columns, rowKey: (row: Row) => row.name, pageSize: 2 };
    const { rerender } = render(<Table {...common} rows={rows} search="" />);
    await user.click(screen.getByRole("button", { name: /Rank/ }));
    await user.click(screen.getByRole("button", { name: "Page 2" }));
    expect(shown().map((row) => row.lastChild?.textContent)).toEqual(["4", "3"]);
    rerender(<Table {...common} rows={rows.slice(0, 5)} search="n" />);
    expect(shown().map((row) => row.lastChild?.textContent)).toEqual(["6", "5"]);
  });

  it("does for a press on a row what its marked link or button does", () => {
    const open = vi.fn<(name: string) => void>();
    const star = vi.fn();
    render(
      <Table
        label="pairs"
        columns={[
          {
            id: "name",
            header: "Name",
            cell: (name: string) => (
              <button {...leadsOn} onClick={() => open(name)}>
                {name}
              </button>
            ),
          },
          { id: "star", header: "Star", cell: () => <button onClick={star}>star</button> },
          { id: "price", header: "Price", cell: (name: string) => `price of ${name}` },
        ]}
        rows={["BTC", "ETH"]}
        rowKey={(name) => name}
      />,
    );
    fireEvent.click(screen.getByText("price of ETH"));
    fireEvent.click(screen.getByRole("button", { name: "BTC" }));
    expect(open.mock.calls).toEqual([["ETH"], ["BTC"]]);
    fireEvent.click(screen.getAllByRole("button", { name: "star" })[0] ?? document.body);
    expect(star).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledTimes(2);
  });
  it("has its loading, empty and failed states", async () => {
    const user = userEvent.setup();
    const retry = vi.fn();
    const common = { label: "Rows", columns, rowKey: (row: Row) => row.name };
    const { container, rerender } = render(<Table {...common} rows={undefined} />);
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
    rerender(<Table {...common} rows={[]} />);
    expect(screen.getByText("No Records Found")).toBeTruthy();
    rerender(<Table {...common} rows={undefined} error={new Error("x")} onRetry={retry} />);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

it("lists the first, the last and the pages around", () => {
  expect(pageNumbers(0, 10)).toEqual([0, 1, 2, null, 9]);
  expect(pageNumbers(5, 10)).toEqual([0, null, 4, 5, 6, null, 9]);
  expect(pageNumbers(0, 1)).toEqual([0]);
});

it("draws a line only when there is one", () => {
  expect(sparklineShape(["1"], 96, 32)).toBeNull();
  expect(sparklineShape(["1", "2", "x"], 96, 32)?.direction).toBe(1);
  expect(sparklineShape(["2", "2"], 96, 32)).toMatchObject({
    direction: 0,
    end: { x: 93, y: 16 },
  });
});

it("falls back to a letter for a coin without a picture", () => {
  const { container } = render(<CoinIcon name="XYZ" />);
  const image = container.querySelector("img");
  expect(image?.getAttribute("src")).toBe("/icons/xyz.svg");
  fireEvent.error(image as Element);
  expect(container.textContent).toBe("X");
});

// Tables as files: RFC 4180, and nothing in them that a spreadsheet would take for a formula.

const lineEnd = "\r\n";
const number = /^-?\d+(\.\d+)?$/;

/** Text that begins like a formula gets an apostrophe before it; numbers stay numbers. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text;

function field(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

export function csv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => row.map(field).join(",") + lineEnd).join("");
}

/** Spreadsheets take a file without this mark for one in an old encoding. */
const byteOrderMark = "\uFEFF";

/** Gives the browser a file to keep. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([byteOrderMark, text], { type: "text/csv;charset=utf-8" }));

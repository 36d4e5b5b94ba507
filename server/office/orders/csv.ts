/** A cell of a CSV file. */
export type Cell = string | number | null;

/** Without it spreadsheets decode Georgian letters wrongly. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Characters that start a formula in a spreadsheet; a guest's text must never be one. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n\t]/;

/** Returns a cell as it stands in the file: a text that would be a formula gets an apostrophe in front, numbers stay numbers. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = BEGINS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + LINE_END;

/** Yields a whole file: its heading, then the rows in pages. */
export async function* csvFile(heading: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(heading);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

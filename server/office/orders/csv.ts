/** A cell of a CSV file. */
export type Cell = string | number | null;

/** Without it spreadsheets read Georgian letters in some other alphabet. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** With these a spreadsheet begins a formula; what a guest typed must never be one. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n\t]/;

/** A cell as it stands in the file: texts that would be a formula begin with an apostrophe, numbers stay numbers. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = BEGINS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + LINE_END;

/** The pieces of a whole file: its heading, then as many rows at a time as are handed over. */
export async function* csvFile(heading: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(heading);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}

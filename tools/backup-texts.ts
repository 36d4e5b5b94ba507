import type { Contents } from '#server/platform/backup/contents.ts';

const number = new Intl.NumberFormat('en-GB');

/** `45 tables with 1,234 rows, 12 pictures and the secret`. */
export function contentsText({ tables, rows, files, hasSecret }: Contents): string {
  const data = `${tables} tables with ${number.format(rows)} rows`;
  const pictures = `${number.format(files)} ${files === 1 ? 'file' : 'files'} of pictures`;
  return hasSecret ? `${data}, ${pictures} and the secret` : `${data} and ${pictures}`;
}

import type { Contents } from '#server/platform/backup/contents.ts';

const number = new Intl.NumberFormat('en-GB');
const filesText = (files: number): string => `${number.format(files)} ${files === 1 ? 'file' : 'files'} of pictures`;

/** `45 tables with 1,234 rows, 12 files of pictures and the secret`. */
export function contentsText({ tables, rows, files, hasSecret, bucket }: Contents): string {
  const data = [
    `${tables} tables with ${number.format(rows)} rows`,
    ...(bucket ? [] : [filesText(files)]),
    ...(hasSecret ? ['the secret'] : []),
  ];
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(data);
}

/** Says where the pictures are that a backup does not carry, in one line. */
export function bucketNotes({ bucket }: Contents): string[] {
  if (!bucket) return [];
  const { place, files, isVersioned } = bucket;
  const what = files === null ? 'Pictures and sounds' : `The ${filesText(files)} and sounds`;
  const versions = isVersioned ? 'which keeps former versions' : 'which must keep deleted files for as long as you keep backups';
  return [`${what} are not in it: they stay in ${place}, ${versions}.`];
}

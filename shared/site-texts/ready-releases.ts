import { ReleaseInput, typedNumbers } from '#shared/staff/releases.schemas.ts';

/** A release that every new event begins with, its fields as they are typed. */
export const RELEASE_PARTS = ['nameLat', 'name', 'price', 'quota'] as const;
export type ReleasePart = (typeof RELEASE_PARTS)[number];
export type TypedRelease = Record<ReleasePart, string>;

export const READY_RELEASES_MAX = 10;

const SEPARATOR = '|';

/** The stored form, a line for each: `Early|ადრეული|25|100`. */
export const writeReleases = (rows: readonly TypedRelease[]): string =>
  rows.map((row) => RELEASE_PARTS.map((part) => row[part].replaceAll(/[|\n]/g, ' ')).join(SEPARATOR)).join('\n');

export const releaseRows = (text: string): TypedRelease[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const [nameLat = '', name = '', price = '', quota = ''] = line.split(SEPARATOR);
        return { nameLat, name, price, quota };
      });

/** Without spaces around the values, and without empty rows. */
export function tidyReleases(text: string): string {
  const rows = releaseRows(text).map(({ nameLat, name, price, quota }) => {
    return { nameLat: nameLat.trim(), name: name.trim(), price: price.trim(), quota: quota.trim() };
  });
  return writeReleases(rows.filter((row) => RELEASE_PARTS.some((part) => row[part] !== '')));
}

const parse = ({ price, quota, ...names }: TypedRelease) =>
  ReleaseInput.safeParse({ ...names, ...typedNumbers({ price, quota }), onSaleFrom: null, onSaleUntil: null });

/** Returns the releases of a text in the stored form; invalid ones are left out. */
export const readReleases = (text: string): ReleaseInput[] => releaseRows(text).flatMap((row) => parse(row).data ?? []);

type ReleaseProblem = { row: number; part: ReleasePart; key: string };

/** Returns the first wrong value, with a key of `forms`; undefined when all are valid. */
export function releasesProblem(text: string): ReleaseProblem | undefined {
  const rows = releaseRows(text);
  if (rows.length > READY_RELEASES_MAX) return { row: READY_RELEASES_MAX, part: 'nameLat', key: 'validation.too_long' };
  for (const [row, typed] of rows.entries()) {
    const issue = parse(typed).error?.issues[0];
    if (issue) return { row, part: RELEASE_PARTS.find((part) => part === issue.path[0]) ?? 'nameLat', key: issue.message };
  }
  return undefined;
}

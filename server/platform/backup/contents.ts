import { z } from 'zod';

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
/** A saved table with its columns in order, without generated ones. */
export type SavedTable = z.infer<typeof Table>;

/** A bucket with the pictures and sounds, which are not in the backup. `files` is null if it did not answer, `isVersioned` if it does not say. */
const SavedBucket = z.object({ place: z.string(), files: z.number().nullable(), isVersioned: z.boolean().nullable() });
export type SavedBucket = z.infer<typeof SavedBucket>;

/** The first entry of a backup. */
export const Header = z.object({
  format: z.literal(1),
  /** When the snapshot was taken: ISO 8601, UTC. */
  madeAt: z.string(),
  /** The version of the program that made it. */
  version: z.string(),
  /** The migrations of the database, and the schema version of the job library. */
  migrations: z.array(z.number()),
  jobTables: z.number(),
  /** Marks of the secrets that sealed the data, which do not reveal them; several while one replaces another. */
  secretMarks: z.array(z.string()),
  hasSecret: z.boolean(),
  tables: z.array(Table),
  /** Missing if the files are in the backup. */
  bucket: SavedBucket.optional(),
});
export type Header = z.infer<typeof Header>;

/** The number of rows of a table, and the SHA-256 of its text as written by COPY. */
const Count = z.object({ rows: z.number(), sha256: z.string() });
export type Count = z.infer<typeof Count>;

/** The last entry; a file without it is incomplete. */
export const End = z.object({
  tables: z.record(z.string(), Count),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.number(),
});
export type End = z.infer<typeof End>;

/** The names of entries. A table has many, in order, because the length of each must be known before it is written. */
export const ENTRY = { header: 'backup.json', secret: 'secret', files: 'files/', tables: 'tables/', end: 'end.json' } as const;

export const tableKey = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>): string => `${schema}.${name}`;

/** The contents of a backup, for the operator. */
export type Contents = {
  /** When the snapshot was taken: ISO 8601, UTC. */
  madeAt: string;
  version: string;
  tables: number;
  rows: number;
  files: number;
  hasSecret: boolean;
  bucket?: SavedBucket | undefined;
};

export const contentsOf = (header: Header, end: End): Contents => ({
  madeAt: header.madeAt,
  version: header.version,
  tables: header.tables.length,
  rows: Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0),
  files: end.files,
  hasSecret: header.hasSecret,
  bucket: header.bucket,
});

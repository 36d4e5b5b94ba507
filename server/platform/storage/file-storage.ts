/** A file that is open, to be read or closed; undefined is read from one that is deleted by then. */
export type OpenFile = { etag: string; read(): Promise<Buffer | undefined>; close(): void };

/** `md5`: of the content, where the storage knows it. */
export type StoredFile = { name: string; bytes: number; md5?: string | undefined; changedAt: Date };

/**
 * Where pictures and sounds are. Names are paths with `/`, the same in a folder and in a bucket: `media/gallery/hall-480.avif`. A bucket that
 * does not answer in time is a `StorageError`.
 */
export type FileStorage = {
  /** For people, without a key. */
  place: string;
  /** Writes a file, which is whole or absent, and replaces one of that name. */
  put(name: string, content: Buffer): Promise<void>;
  open(name: string): Promise<OpenFile | undefined>;
  /** Returns true if all of these files exist; their names begin alike. */
  hasAll(names: readonly string[]): Promise<boolean>;
  /** Returns the names of all files below a folder, in order. */
  names(folder: string): Promise<string[]>;
  /** Returns all files below a folder, in the order of their names. */
  list(folder: string): Promise<StoredFile[]>;
  /** Deletes a file; one that is gone is no failure. */
  remove(name: string): Promise<void>;
};

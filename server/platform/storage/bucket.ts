import { Readable } from 'node:stream';
import type { ListObject, S3mini } from 's3mini';
import type { BucketSettings } from '#server/platform/config/env-storage.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { StorageError } from './storage-error.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';

/** A file, or the part of it that was asked for, with the headers that describe it. Without content the part is outside of the file. */
export type FilePart = { isWhole: boolean; headers: Record<string, string>; content: Readable | undefined };

export type Bucket = FileStorage & {
  kind: 'bucket';
  /** Opens a file, or the part of it that a `Range` header asks for; undefined if it does not exist. */
  openPart(name: string, range: string | undefined): Promise<FilePart | undefined>;
  /** How many requests have failed since this process began. */
  failures(): number;
  /** Returns true if the bucket keeps former versions of its files; undefined if it does not say. */
  isVersioned(): Promise<boolean | undefined>;
};

/** Less than what a database that is away takes from a call. */
const LIMIT_MS = 7_000;

/** Stores files in a bucket of an S3 API. The library is loaded with the first request. */
export function openBucket(settings: BucketSettings, limitMs = LIMIT_MS): Bucket {
  const { prefix } = settings;
  const { place, connect, call, failures } = createCaller(settings, limitMs);
  const objectsFrom = (start: string): Promise<ListObject[]> => call(async (s3) => (await s3.listObjects('/', start)) ?? refuseBucket());
  const list: Bucket['list'] = async (folder) => {
    const objects = await objectsFrom(`${prefix}${folder}/`);
    return objects.filter(({ Key }) => !Key.endsWith('/')).map((object) => fileOf(object, prefix));
  };
  const get = (name: string, range?: Range): Promise<Response | 'absent' | 'outside'> =>
    call((s3) =>
      s3.getObjectRaw(prefix + name, !range, range?.from, range?.to).catch((error: unknown) => {
        if (isMissing(error)) return 'absent';
        if (isRefusal(error) && error.status === 416) return 'outside';
        throw error;
      }),
    );

  return {
    kind: 'bucket',
    place,
    put: (name, content) => call(async (s3) => void (await s3.putObject(prefix + name, content))),
    async open(name) {
      const response = await get(name);
      if (typeof response === 'string') return undefined;
      return {
        etag: response.headers.get('etag') ?? `"${response.headers.get('content-length')}"`,
        read: async () => Buffer.from(await call(() => response.arrayBuffer())),
        close: () => void response.body?.cancel(),
      };
    },
    async openPart(name, range) {
      const response = await get(name, rangeOf(range));
      if (response === 'absent') return undefined;
      if (response === 'outside') return { isWhole: false, headers: {}, content: undefined };
      const headers: Record<string, string> = {};
      for (const header of DESCRIBING) {
        const value = response.headers.get(header);
        if (value !== null) headers[header] = value;
      }
      // Some stores answer a part with 200.
      return { isWhole: !('content-range' in headers), headers, content: Readable.from(response.body ?? []) };
    },
    async hasAll(wanted) {
      const found = new Set((await objectsFrom(prefix + commonStart(wanted))).map(({ Key }) => Key));
      return wanted.every((name) => found.has(prefix + name));
    },
    names: async (folder) => (await list(folder)).map(({ name }) => name),
    list,
    remove: (name) => call(async (s3) => void (await s3.deleteObject(prefix + name))),
    failures,
    isVersioned: () =>
      connect()
        .then(async (s3) => (await s3.getBucketVersioning()) === 'Enabled')
        .catch(() => undefined),
  };
}

/** `call` connects first, once; a failure becomes a StorageError that names the place and the reason. */
function createCaller({ url, prefix, keyId, secretKey, region }: BucketSettings, limitMs: number) {
  const place = `${url}/${prefix}`.replace(/\/$/, '');
  let failed = 0;
  let client: Promise<S3mini> | undefined;
  const connect = async (): Promise<S3mini> => {
    const { S3mini } = await import('s3mini');
    return new S3mini({ accessKeyId: keyId, secretAccessKey: secretKey, endpoint: url, region, fetch: fetchInTime(limitMs) });
  };
  const call = async <T>(work: (s3: S3mini) => Promise<T>): Promise<T> => {
    try {
      return await work(await (client ??= connect()));
    } catch (error) {
      failed += 1;
      throw new StorageError(`the storage ${place} cannot be used: ${reasonOf(error)}.`, { cause: error });
    }
  };
  return { place, connect, call, failures: () => failed };
}

type Range = { from: number; to: number | undefined };

/** Reads the ranges that players ask for, from a byte on; any other one is ignored, as HTTP allows. `to` is the byte after the last one. */
function rangeOf(header: string | undefined): Range | undefined {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || (to && Number(to) < Number(from))) return undefined;
  return { from: Number(from), to: to ? Number(to) + 1 : undefined };
}

const DESCRIBING = ['content-length', 'content-range', 'etag', 'last-modified'];

/** Of a file that was uploaded in parts it is no checksum. Some stores write the quotes as entities. */
const MD5 = /^(?:"|&quot;|&#34;)?([0-9a-f]{32})(?:"|&quot;|&#34;)?$/;

const fileOf = ({ Key, Size, ETag, LastModified }: ListObject, prefix: string): StoredFile => ({
  name: Key.slice(prefix.length),
  bytes: Size,
  md5: MD5.exec(ETag)?.[1],
  changedAt: LastModified,
});

function commonStart(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = first.length;
  while (!others.every((name) => name.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

const NO_BUCKET = 'there is no such bucket: make it, or correct STORAGE_URL';
function refuseBucket(): never {
  throw new Error(NO_BUCKET);
}

/** A refusal of the library. */
type Refusal = Error & { status: number; serviceCode?: string; body?: string };
const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'status' in error;

const isMissing = (error: unknown): boolean => isRefusal(error) && error.status === 404 && !isWithoutBucket(error);
const isWithoutBucket = ({ serviceCode, body }: Refusal): boolean =>
  serviceCode === 'NoSuchBucket' || body?.includes('NoSuchBucket') === true;

/** Returns why a request failed, with the correction if it is known, without a full stop. */
function reasonOf(error: unknown): string {
  if (!isRefusal(error)) return error instanceof Error ? networkReason(error) : String(error);
  if (error.status === 404 && isWithoutBucket(error)) return NO_BUCKET;
  const code = error.serviceCode && error.serviceCode !== 'Unknown' ? ` ${error.serviceCode}` : '';
  const advice = error.status === 403 ? ': check STORAGE_KEY_ID, STORAGE_SECRET_KEY, STORAGE_REGION and the rights of the key' : '';
  return `it answers ${error.status}${code}${advice}`;
}

/** The innermost cause says most: `fetch failed` alone says nothing. */
const networkReason = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.cause instanceof Error ? networkReason(error.cause) : error.message || code;
};

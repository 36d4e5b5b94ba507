import { z } from 'zod';

const isBucketUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, username, password, search } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && partsOf(pathname).length > 0 && username + password + search === '';
};

const partsOf = (pathname: string): string[] => pathname.split('/').filter(Boolean);

const noSpaces = z.string().regex(/^\S+$/, 'must not have spaces');

export const storageVariables = {
  STORAGE_URL: z
    .string()
    .refine(isBucketUrl, 'must be the address of a bucket without a key, such as https://s3.eu-central-1.amazonaws.com/bucket')
    .optional(),
  STORAGE_KEY_ID: noSpaces.optional(),
  STORAGE_SECRET_KEY: noSpaces.optional(),
  STORAGE_REGION: noSpaces.default('auto'),
};

/** A bucket of an S3 API. `url` ends with the bucket's name; `prefix` is empty or ends with a slash and begins every name in it. */
export type BucketSettings = { url: string; prefix: string; keyId: string; secretKey: string; region: string };

type Variables = {
  STORAGE_URL?: string | undefined;
  STORAGE_KEY_ID?: string | undefined;
  STORAGE_SECRET_KEY?: string | undefined;
  STORAGE_REGION: string;
};

/** Returns the bucket for pictures and sounds, if any. @throws one line with the variable and the correction */
export function readBucket({
  STORAGE_URL: address,
  STORAGE_KEY_ID: keyId,
  STORAGE_SECRET_KEY: secretKey,
  STORAGE_REGION: region,
}: Variables) {
  if (address === undefined) {
    const other = keyId ? 'STORAGE_KEY_ID' : secretKey ? 'STORAGE_SECRET_KEY' : undefined;
    if (other) throw new Error(`STORAGE_URL is needed with ${other}: the address of the bucket.`);
    return undefined;
  }
  if (!keyId || !secretKey) throw new Error('STORAGE_KEY_ID and STORAGE_SECRET_KEY are needed with STORAGE_URL: the key of the bucket.');
  const { origin, pathname } = new URL(address);
  const [bucket = '', ...folders] = partsOf(pathname);
  const settings: BucketSettings = {
    url: `${origin}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    keyId,
    secretKey,
    region,
  };
  return settings;
}

import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '#server/platform/db/client.ts';
import { findKeys, insertKeys, type BankKeys } from './fake-bank.queries.ts';

const generate = promisify(generateKeyPair);
let made: Promise<BankKeys> | undefined;

/** The pair of this database, made at the first need. RSA keys take long to make: one process offers the same to every new database. */
export async function signingKeys(db: Db): Promise<BankKeys> {
  const known = await findKeys(db);
  if (known) return known;
  made ??= makeKeys();
  await insertKeys(db, await made);
  return (await findKeys(db)) ?? made;
}

async function makeKeys(): Promise<BankKeys> {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey };
}

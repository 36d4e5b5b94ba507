import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Access to Google Drive: an API key for a public link, or a service account with which the folder is shared. */
type DriveAccess = { apiKey: string } | { email: string; privateKey: string };
export type DriveSettings = { folderId: string; driveId: string | undefined; access: DriveAccess; apiUrl: string; tokenUrl: string };

type Variables = {
  DRIVE_FOLDER_ID?: string | undefined;
  DRIVE_API_KEY?: string | undefined;
  DRIVE_SERVICE_ACCOUNT?: string | undefined;
  DRIVE_ID?: string | undefined;
  DRIVE_API_URL: string;
  DRIVE_TOKEN_URL: string;
};

const AccountKey = z.object({ type: z.literal('service_account'), client_email: z.string().min(3), private_key: z.string() });

/** Returns the Google Drive folder to mirror, if any. @throws one line with the variable and the correction */
export function readDrive(env: Variables): DriveSettings | undefined {
  const { DRIVE_FOLDER_ID: folderId, DRIVE_API_KEY: apiKey, DRIVE_SERVICE_ACCOUNT: account, DRIVE_ID: driveId } = env;
  if (folderId === undefined) {
    const other = apiKey ? 'DRIVE_API_KEY' : account ? 'DRIVE_SERVICE_ACCOUNT' : driveId ? 'DRIVE_ID' : undefined;
    if (other) throw new Error(`DRIVE_FOLDER_ID is needed with ${other}: the last part of the folder's address.`);
    return undefined;
  }
  if (apiKey && account) throw new Error('DRIVE_API_KEY and DRIVE_SERVICE_ACCOUNT exclude each other: keep one.');
  const urls = { apiUrl: env.DRIVE_API_URL.replace(/\/+$/, ''), tokenUrl: env.DRIVE_TOKEN_URL };
  if (apiKey) return { folderId, driveId, access: { apiKey }, ...urls };
  if (account) return { folderId, driveId, access: readAccount(account), ...urls };
  throw new Error('DRIVE_API_KEY or DRIVE_SERVICE_ACCOUNT is needed with DRIVE_FOLDER_ID.');
}

/** No part of the key is ever printed, even if it is malformed. */
function readAccount(value: string): DriveAccess {
  const text = value.trimStart().startsWith('{') ? value : readKeyFile(value);
  try {
    const { client_email: email, private_key: pem } = AccountKey.parse(JSON.parse(text));
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
    return { email, privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  } catch {
    throw new Error('DRIVE_SERVICE_ACCOUNT must be the JSON key of a service account, whole and on one line, or the path of its file.');
  }
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('DRIVE_SERVICE_ACCOUNT names a file that cannot be read.');
  }
}

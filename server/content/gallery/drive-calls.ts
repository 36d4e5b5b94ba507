import type { Clock } from '#server/platform/context.ts';
import type { DriveSettings } from '#server/platform/config/env-drive.ts';
import { DriveError } from './drive-error.ts';
import { exchange, fetchFromStore, toDriveError } from './drive-http.ts';
import { createTokenSource } from './drive-token.ts';

export type DriveCall<T> = {
  path: string;
  query: Record<string, string>;
  signal: AbortSignal;
  /** The content of a file, which Drive may keep elsewhere. */
  isContent?: boolean;
  /** Reads an answer of 2xx. */
  read: (response: Response) => Promise<T>;
};
export type DriveCaller = <T>(call: DriveCall<T>) => Promise<T>;

/** Calls of the Drive API with the key or the account's token; a token that is refused is renewed once. Every call may reject with `DriveError`. */
export function createDriveCaller({ access, apiUrl, tokenUrl, driveId }: DriveSettings, clock: Clock): DriveCaller {
  const send = <T>(
    { path, query, signal, isContent = false, read }: DriveCall<T>,
    key: Record<string, string>,
    headers: Record<string, string>,
  ) => {
    const url = new URL(apiUrl + path);
    const shared = driveId === undefined ? {} : { supportsAllDrives: 'true' };
    url.search = new URLSearchParams({ ...query, ...shared, ...key }).toString();
    return exchange(url, { headers, signal, redirect: isContent ? 'manual' : 'error' }, async (first) => {
      const isMoved = first.status >= 300 && first.status < 400;
      const response = isMoved ? await fetchFromStore(first, apiUrl, signal) : first;
      if (response.status === 401) return unauthorized;
      if (!response.ok) throw await toDriveError(response);
      return { value: await read(response) };
    });
  };

  if ('apiKey' in access) {
    return async (call) => {
      const answer = await send(call, { key: access.apiKey }, {});
      return valueOf(answer, 'DRIVE_API_KEY is not accepted');
    };
  }
  const token = createTokenSource({ ...access, tokenUrl }, clock);
  return async (call) => {
    const first = await token();
    const answer = await send(call, {}, { authorization: `Bearer ${first}` });
    if (answer !== unauthorized) return answer.value;
    const second = await send(call, {}, { authorization: `Bearer ${await token(first)}` });
    return valueOf(second, 'the token of DRIVE_SERVICE_ACCOUNT is not accepted');
  };
}

const unauthorized = 'unauthorized';

function valueOf<T>(answer: { value: T } | typeof unauthorized, refusal: string): T {
  if (answer === unauthorized) throw new DriveError('refused', refusal);
  return answer.value;
}

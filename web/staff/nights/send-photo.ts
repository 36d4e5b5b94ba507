import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { photoUploadUrl } from '#shared/staff/photo-upload.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { session } from '#web/lib/browser-api.ts';
import { withSession } from '#web/lib/fetch-send.ts';

/** Sends a photo as it is. @throws ApiError, status 0 when nothing was answered */
export async function sendPhoto({ id: night, version }: StaffNightView, file: File): Promise<StaffNightView> {
  const send = withSession(async ({ url, method }, token) => {
    const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
    const response = await fetch(url, { method, headers, body: file, credentials: 'same-origin' });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  }, session);
  const answer = await send({ method: 'POST', url: photoUploadUrl({ night, version }), access: 'admin' }).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause });
  });
  if (answer.status !== 200) throw new ApiError(answer.status, errorIn(answer.body));
  return nightIn(answer.body);
}

const errorIn = (body: unknown): Partial<ErrorBody> => (typeof body === 'object' && body !== null ? body : {});

/** The server has checked its own answer against the same type. */
const nightIn = (body: unknown): StaffNightView => body as StaffNightView;

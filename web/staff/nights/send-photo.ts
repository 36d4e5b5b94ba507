import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { photoUploadUrl } from '#shared/staff/photo-upload.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { session } from '#web/lib/browser-api.ts';
import { withSession } from '#web/lib/fetch-send.ts';
import { uploadOf } from '#web/staff/send-upload.ts';

/** Sends a photo as it is. @throws ApiError, status 0 when nothing was answered */
export async function sendPhoto({ id: night, version }: StaffNightView, file: File): Promise<StaffNightView> {
  const send = withSession(uploadOf(file), session);
  const answer = await send({ method: 'POST', url: photoUploadUrl({ night, version }), access: 'admin' }).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause });
  });
  if (answer.status !== 200) throw new ApiError(answer.status, errorIn(answer.body));
  return nightIn(answer.body);
}

const errorIn = (body: unknown): Partial<ErrorBody> => (typeof body === 'object' && body !== null ? body : {});

/** The server has checked its own answer against the same type. */
const nightIn = (body: unknown): StaffNightView => body as StaffNightView;

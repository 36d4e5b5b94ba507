/** Files are sent outside the contract (server/platform/http/upload-route.ts). */
export const EVENT_PHOTO_PATH = '/api/staff/night-photos';

export const photoUploadUrl = (query: { event: number; version: number }): string =>
  `${EVENT_PHOTO_PATH}?${new URLSearchParams({ night: String(query.event), version: String(query.version) })}`;

export const ACT_SOUND_PATH = '/api/staff/night-sounds';

export const soundUploadUrl = (query: { event: number; act: number; version: number }): string =>
  `${ACT_SOUND_PATH}?${new URLSearchParams({ night: String(query.event), act: String(query.act), version: String(query.version) })}`;

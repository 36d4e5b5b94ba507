/** Files are sent outside of the contract (server/platform/http/upload-route.ts). */
export const EVENT_PHOTO_PATH = '/api/staff/night-photos';

/** The address for uploading a photo. */
export const photoUploadUrl = (query: { event: number; version: number }): string =>
  `${EVENT_PHOTO_PATH}?${new URLSearchParams({ night: String(query.event), version: String(query.version) })}`;

export const ACT_SOUND_PATH = '/api/staff/night-sounds';

/** The address for uploading the sound of an act. */
export const soundUploadUrl = (query: { event: number; act: number; version: number }): string =>
  `${ACT_SOUND_PATH}?${new URLSearchParams({ night: String(query.event), act: String(query.act), version: String(query.version) })}`;

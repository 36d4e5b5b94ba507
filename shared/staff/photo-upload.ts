export const NIGHT_PHOTO_PATH = '/api/staff/night-photos';

/** Where a photo is sent, as it is. */
export const photoUploadUrl = (query: { night: number; version: number }): string =>
  `${NIGHT_PHOTO_PATH}?${new URLSearchParams({ night: String(query.night), version: String(query.version) })}`;

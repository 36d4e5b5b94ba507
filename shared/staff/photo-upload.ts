/** Where a photo is sent, as it is. */
export const photoUploadUrl = (query: { night: number; version: number }): string =>
  `/api/staff/night-photos?${new URLSearchParams({ night: String(query.night), version: String(query.version) })}`;

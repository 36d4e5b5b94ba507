const NAME_MAX = 60;

/** `2026-12-04-copper-moon`: an event in a file name. */
export function eventFileName({ startDate, nameLat }: { startDate: string; nameLat: string }): string {
  const parts =
    nameLat
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return [startDate.slice(0, 10), ...parts].join('-').slice(0, NAME_MAX);
}

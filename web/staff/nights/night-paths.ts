import { staffPath } from '#web/staff/staff-path.ts';

/** Addresses of the nights' section. */
export const nightPaths = {
  list: staffPath('nights'),
  new: staffPath('nights/new'),
  night: (id: number): string => staffPath(`nights/${id}`),
  lineUp: (id: number): string => staffPath(`nights/${id}/line-up`),
  releases: (id: number): string => staffPath(`nights/${id}/releases`),
};

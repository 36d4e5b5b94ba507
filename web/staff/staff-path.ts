/** The address of a section: `guests/12` is `/staff/guests/12`. */
export const staffPath = (path: string): string => (path === '' ? '/staff' : `/staff/${path}`);

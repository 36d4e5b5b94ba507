/** What stands in the address after `/staff/`: `id` in `nights/:id`. */
export type SectionProps = { params: Readonly<Record<string, string | undefined>> };

export const staffPath = (path: string): string => (path === '' ? '/staff' : `/staff/${path}`);

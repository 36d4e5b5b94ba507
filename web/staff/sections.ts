import type { ComponentType } from 'react';
import type { Namespace } from '#web/lib/i18n.ts';

/** What stands in the address after `/staff/`: `id` in `nights/:id`. */
export type SectionProps = { params: Readonly<Record<string, string | undefined>> };

export type Section = {
  path: string;
  /** Its entry in the navigation; what is reached from another section has none. */
  name?: SectionName;
  namespaces: readonly Namespace[];
  load: () => Promise<{ default: ComponentType<SectionProps> }>;
};

export const SECTION_NAMES = ['start'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** Every screen of the console, each a file of its own that comes when it is gone to. */
export const sections: Section[] = [{ path: '', name: 'start', namespaces: [], load: () => import('./start/start.tsx') }];

export const staffPath = (path: string): string => (path === '' ? '/staff' : `/staff/${path}`);

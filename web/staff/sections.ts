import type { ComponentType } from 'react';
import type { Namespace } from '#web/lib/i18n.ts';
import type { SectionProps } from './section.ts';
import { countNewEnquiries } from './enquiries/new-enquiries.ts';

export type Section = {
  path: string;
  /** Its entry in the navigation; what is reached from another section has none. */
  name?: SectionName;
  /** How many things wait there, shown beside the entry; its words are `badges.<name>`. */
  countWaiting?: (signal: AbortSignal) => Promise<number>;
  namespaces: readonly Namespace[];
  load: () => Promise<{ default: ComponentType<SectionProps> }>;
};

export const SECTION_NAMES = ['start', 'tonight', 'nights', 'guests', 'orders', 'enquiries', 'gallery', 'words', 'audit'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const textWords = ['staff-words', 'forms', 'terms'] as const;
const galleryWords = ['staff-gallery', 'forms'] as const;
const guestWords = ['staff-guests', 'staff-audit', 'accounts', 'forms'] as const;
const orderWords = ['staff-orders', 'staff-audit', 'accounts', 'forms', 'mail'] as const;
const nightWords = ['staff-nights', 'staff-guests', 'events', 'forms'] as const;

/** Every screen of the console, each a file of its own that comes when it is gone to. */
export const sections: Section[] = [
  { path: '', name: 'start', namespaces: ['staff-start'], load: () => import('./start/start.tsx') },
  { path: 'tonight', name: 'tonight', namespaces: ['staff-tonight'], load: () => import('./tonight/tonight.tsx') },
  { path: 'nights', name: 'nights', namespaces: nightWords, load: () => import('./nights/nights.tsx') },
  { path: 'nights/new', namespaces: nightWords, load: () => import('./nights/new-night.tsx') },
  { path: 'nights/:id', namespaces: nightWords, load: () => import('./nights/night.tsx') },
  { path: 'nights/:id/line-up', namespaces: nightWords, load: () => import('./nights/line-up.tsx') },
  { path: 'nights/:id/releases', namespaces: [...nightWords, 'staff-releases'], load: () => import('./nights/releases.tsx') },
  { path: 'guests', name: 'guests', namespaces: guestWords, load: () => import('./guests/guests.tsx') },
  { path: 'guests/desk', namespaces: guestWords, load: () => import('./guests/desk.tsx') },
  { path: 'guests/:id', namespaces: guestWords, load: () => import('./guests/guest.tsx') },
  { path: 'orders', name: 'orders', namespaces: orderWords, load: () => import('./orders/orders.tsx') },
  { path: 'orders/takings', namespaces: orderWords, load: () => import('./orders/takings.tsx') },
  { path: 'orders/:id', namespaces: orderWords, load: () => import('./orders/order.tsx') },
  {
    path: 'enquiries',
    name: 'enquiries',
    countWaiting: countNewEnquiries,
    namespaces: ['staff-enquiries'],
    load: () => import('./enquiries/enquiries.tsx'),
  },
  { path: 'enquiries/mails', namespaces: ['staff-enquiries'], load: () => import('./enquiries/mails.tsx') },
  { path: 'enquiries/:id', namespaces: ['staff-enquiries'], load: () => import('./enquiries/enquiry.tsx') },
  { path: 'gallery', name: 'gallery', namespaces: galleryWords, load: () => import('./gallery/gallery.tsx') },
  { path: 'gallery/:album', namespaces: galleryWords, load: () => import('./gallery/gallery.tsx') },
  { path: 'words', name: 'words', namespaces: textWords, load: () => import('./words/words.tsx') },
  { path: 'words/:group', namespaces: textWords, load: () => import('./words/words.tsx') },
  { path: 'audit', name: 'audit', namespaces: ['staff-audit', 'accounts'], load: () => import('./audit/audit.tsx') },
];

import type { EventsTab } from '#shared/paths.ts';

export const TABS = ['upcoming', 'past'] as const satisfies EventsTab[];

/** The tab an address names, in any letter case; `upcoming` when it names none, undefined for anything else. */
export const tabIn = (name = 'upcoming'): EventsTab | undefined => TABS.find((tab) => tab === name.toLowerCase());

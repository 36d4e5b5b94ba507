import { createContext, type ReactNode, useContext } from 'react';
import type { Opening } from '#shared/opening.ts';
import type { Site } from '#shared/rendering.ts';

const SiteContext = createContext<Site | undefined>(undefined);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The club's name, contacts and public address. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('A part outside of a SiteProvider.');
  return site;
}

export const useOpening = (): Opening => useSite().opening;

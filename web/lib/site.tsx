import { createContext, type ReactNode, useContext } from 'react';
import { type Opening, standardOpening } from '#shared/opening.ts';
import type { Site } from '#shared/rendering.ts';

const SiteContext = createContext<Site>({
  name: '',
  nameKa: '',
  address: '',
  addressKa: '',
  email: '',
  phone: '',
  socialLinks: [],
  publicUrl: '',
});

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The club's name, contacts and public address. */
export const useSite = (): Site => useContext(SiteContext);

/** The opening hours (spec §1, or as staff edited them). */
export const openingOf = ({ opening }: Pick<Site, 'opening'>): Opening => opening ?? standardOpening;

export const useOpening = (): Opening => openingOf(useSite());

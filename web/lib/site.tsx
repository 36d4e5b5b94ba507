import { createContext, useContext, type ReactNode } from 'react';
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

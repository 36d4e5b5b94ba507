import type { Trackers } from '#shared/rendering.ts';

export type ForeignHosts = { scripts: string[]; images: string[]; calls: string[] };

/** The hosts each company's script needs, as that company documents them. */
const hosts: Record<keyof Trackers, ForeignHosts> = {
  metaPixel: {
    scripts: ['https://connect.facebook.net'],
    images: ['https://www.facebook.com'],
    calls: ['https://connect.facebook.net', 'https://www.facebook.com'],
  },
  googleAnalytics: {
    scripts: ['https://www.googletagmanager.com'],
    images: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
    calls: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  },
};

/** What the pages must allow for the trackers the owner has configured; nothing without any. */
export function foreignHosts(trackers: Trackers | undefined): ForeignHosts {
  const needed = [...(trackers?.metaPixel ? [hosts.metaPixel] : []), ...(trackers?.googleAnalytics ? [hosts.googleAnalytics] : [])];
  return {
    scripts: needed.flatMap(({ scripts }) => scripts),
    images: needed.flatMap(({ images }) => images),
    calls: needed.flatMap(({ calls }) => calls),
  };
}

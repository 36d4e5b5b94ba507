import { paths } from '#shared/paths.ts';

/**
 * Everything may be read but calls and what belongs to one person. The cart and the sign-in pages stay open: as the server sends them
 * they say nothing about anybody.
 */
const PRIVATE = [
  '/api/',
  '/dev/',
  '/fake-bank/',
  paths.profile,
  paths.scanner,
  paths.changePassword,
  paths.paymentSuccess,
  paths.paymentFailure,
];

export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

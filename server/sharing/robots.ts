import { paths } from '#shared/paths.ts';

/**
 * Everything may be read but calls and what belongs to one person. The sign-in pages stay open, because a page must be read before it
 * can say that it wants no place in a search engine.
 */
const PRIVATE = [
  '/api/',
  '/dev/',
  '/fake-bank/',
  paths.cart,
  paths.profile,
  paths.scanner,
  paths.changePassword,
  paths.paymentSuccess,
  paths.paymentFailure,
];

export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

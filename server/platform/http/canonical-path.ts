import { withoutEndSlashes } from '#shared/plain-path.ts';

/**
 * The path of a request as Fastify's router reads it: percent-encoding undone once, but for signs that mean something in an address, and no
 * slash at its end. Undefined when it cannot be decoded. The letter case stays.
 */
export function decodedPath(url: string): string | undefined {
  const mark = url.indexOf('?');
  const path = withoutEndSlashes(mark < 0 ? url : url.slice(0, mark));
  if (!path.includes('%')) return path;
  try {
    // A percent sign that was itself encoded stays so: decoded twice, two addresses could become one.
    return withoutEndSlashes(path.split('%25').map(decodeURI).join('%25'));
  } catch {
    return undefined;
  }
}

/** Every spelling of one address has one canonical path, so that none of them is kept twice; what cannot be decoded stays as it is. */
export const canonicalPath = (url: string): string => (decodedPath(url) ?? url.split('?', 1)[0] ?? '/').toLowerCase();

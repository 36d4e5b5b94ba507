import { z } from 'zod';
import type { Language } from '#shared/constants.ts';
import { preload, type HeadLinks } from './page-document.ts';

/** What Vite says of the files it built, by source file. */
export const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
);
export type Manifest = z.infer<typeof Manifest>;

const ENTRY = 'index.html';
const FONTS = { en: ['display-latin', 'text-latin'], ka: ['display-latin', 'text-latin', 'display-ka', 'text-ka'] } as const;

/** The file of a screen: `events/event` is `web/events/event.page.tsx`. */
const sourceOf = (screen: string): string => `web/${screen}.page.tsx`;

/** A source file and all it needs at once. */
function withImports(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  if (found.has(source) || !manifest[source]) return found;
  found.add(source);
  for (const imported of manifest[source].imports) withImports(manifest, imported, found);
  return found;
}

/** All a page with these screens loads before it is live: each file once, the entry's own first. */
export function pageSources(manifest: Manifest, screens: string[]): string[] {
  const found = withImports(manifest, ENTRY);
  for (const screen of screens) withImports(manifest, sourceOf(screen), found);
  return [...found];
}

/** What the shown screens need beyond what index.html names itself, so that the browser fetches it all at once. */
export function screenLinks(manifest: Manifest, screens: string[]): HeadLinks {
  const named = withImports(manifest, ENTRY);
  const chunks = pageSources(manifest, screens)
    .filter((source) => !named.has(source))
    .flatMap((source) => manifest[source] ?? []);
  const scripts = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`);
  const styles = chunks.flatMap(({ css }) => css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  return { shown: styles.join(''), live: scripts.join('') };
}

export function fontLinks(manifest: Manifest, language: Language): string {
  const files = FONTS[language].map((name) => manifest[`generated/fonts/${name}.woff2`]?.file);
  return files.map((file) => (file ? preload(`/${file}`, 'font') : '')).join('');
}

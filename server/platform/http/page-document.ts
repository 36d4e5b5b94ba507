import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Language } from '#shared/constants.ts';
import { translationsUrl } from '#shared/language.ts';
import type { RenderedPage, Renderer, RendererOptions } from '#shared/rendering.ts';
import type { DoorFiles } from './door-page.ts';

/** Elements for the head: `shown` is needed for the first paint, `live` afterwards. */
type HeadLinks = { shown: string; live: string };

/** Fills index.html's placeholders; `attributes` are those of `<html>`. */
type FillDocument = (page: RenderedPage, language: Language, links: HeadLinks, attributes: string) => string;

const HOLES = ['<html lang="en">', '<!--head-->', '<!--live-->', '<!--body-->', '<!--state-->'] as const;

/** Splits index.html at its placeholders once. Pieces are joined, never substituted, because page content may contain any text. */
export function readDocument(html: string): FillDocument {
  let rest = html;
  const pieces = HOLES.map((hole) => {
    const place = rest.indexOf(hole);
    if (place < 0) throw new Error(`index.html has no ${hole}.`);
    const piece = rest.slice(0, place);
    rest = rest.slice(place + hole.length);
    return piece;
  });
  const [start, beforeHead, beforeLive, beforeBody, beforeState] = pieces;

  return ({ head, body, state, namespaces, translationsVersion }, language, { shown, live }, attributes) => {
    const preloads = namespaces.map((namespace) => preload(translationsUrl(language, namespace, translationsVersion), 'fetch')).join('');
    return (
      `${start}<html lang="${language}"${attributes}>${beforeHead}${head}${shown}${beforeLive}${live}${preloads}${beforeBody}${body}` +
      `${beforeState}<script type="application/json" id="state">${state}</script>${rest}`
    );
  };
}

/** Translations are needed for hydration, fonts earlier, for the first paint. */
function preload(href: string, as: 'fetch' | 'font'): string {
  const rank = as === 'fetch' ? ' fetchpriority="low"' : '';
  return `<link rel="preload" href="${href}" as="${as}" crossorigin${rank}>`;
}

/** Opens a site that renders pages: `fill` inserts a rendered page into its document; `door` is the page of scanner devices. */
export type OpenSite = (
  http: FastifyInstance,
  options: RendererOptions,
) => Promise<Renderer & { fill(page: RenderedPage, language: Language, attributes: string): Promise<string>; door: DoorFiles }>;

/** Vite's manifest of the built files, by source file. */
export const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
);
export type Manifest = z.infer<typeof Manifest>;

const ENTRY = 'index.html';
const FONTS = { en: ['display-latin', 'text-latin'], ka: ['display-latin', 'text-latin', 'display-ka', 'text-ka'] } as const;

/** The file of a screen: `events/event` is `web/events/event.page.tsx`. */
const sourceOf = (screen: string): string => `web/${screen}.page.tsx`;

/** Returns a source file and all of its static imports. */
function withImports(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  if (found.has(source) || !manifest[source]) return found;
  found.add(source);
  for (const imported of manifest[source].imports) withImports(manifest, imported, found);
  return found;
}

/** Returns all files that a page with these screens loads before hydration, without duplicates, the entry's own first. */
export function pageSources(manifest: Manifest, screens: string[]): string[] {
  const found = withImports(manifest, ENTRY);
  for (const screen of screens) withImports(manifest, sourceOf(screen), found);
  return [...found];
}

/** Returns links to the files of these screens that index.html does not name, so that the browser fetches everything at once. */
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

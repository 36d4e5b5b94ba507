import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fontLinks, Manifest, pageSources } from '#server/platform/http/page-document.ts';
import type { Language } from '#shared/constants.ts';

const KB = 1024;
const built = fileURLToPath(new URL('../dist/client', import.meta.url));

/** The screens on which most visits begin. */
export const FIRST_SCREENS = ['home/home', 'events/event'];
/** The budget of their first load, compressed. */
export const BUDGET_BYTES = { scripts: 117.5 * KB, styles: 16 * KB };
/** The budget of the other screens that guests open, in scripts. */
export const SCREEN_BUDGET_BYTES = 125 * KB;
/** The budget of those that bring the form library, 12 KB, with them; its rules can wait. */
export const FORM_BUDGET_BYTES: Record<string, number> = { 'door-sale/door-sale': 126 * KB };
/** Screens with forms, whose parts do not bring posters and galleries. */
export const FORM_SCREENS = ['accounts/login', 'accounts/register', 'profile/profile'];
/** The budget of any other script file, and of one that brings widgets of the console. */
export const CHUNK_BUDGET_BYTES = 30 * KB;
export const WIDGETS_BUDGET_BYTES = 50 * KB;
export const FONT_BUDGET_BYTES = { en: 45 * KB, ka: 62 * KB } as const;

export type LoadedFile = { file: string; bytes: number };
type FirstLoad = { scripts: LoadedFile[]; styles: LoadedFile[] };

/** Returns the first load of a screen, in the bytes sent to a browser that accepts brotli. */
export function firstLoad(screen: string, client = built): FirstLoad {
  const manifest = readManifest(client);
  const chunks = pageSources(manifest, [screen]).flatMap((source) => manifest[source] ?? []);
  const weigh = (files: Iterable<string>) => [...files].map((file) => ({ file, bytes: sentBytes(join(client, file)) }));
  return { scripts: weigh(chunks.map(({ file }) => file)), styles: weigh(new Set(chunks.flatMap(({ css }) => css))) };
}

/** Returns the fonts that a page in this language preloads. */
export function fontFiles(language: Language, client = built): LoadedFile[] {
  const hrefs = [...fontLinks(readManifest(client), language).matchAll(/href="\/([^"]+)"/g)];
  return hrefs.map(([, file = '']) => ({ file, bytes: sentBytes(join(client, file)) }));
}

/** Returns every script except those that all pages load. */
export function chunkFiles(client = built): LoadedFile[] {
  const manifest = readManifest(client);
  const frame = new Set(pageSources(manifest, []).map((source) => manifest[source]?.file));
  const names = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => `assets/${name}`).filter((file) => !frame.has(file));
  return files.map((file) => ({ file, bytes: sentBytes(join(client, file)) }));
}

/** Returns the names of all screens: `home/home`, `events/event` … */
export const screenNames = (client = built): string[] =>
  Object.keys(readManifest(client)).flatMap((source) => /^web\/(.+)\.page\.tsx$/.exec(source)?.[1] ?? []);

const readManifest = (client: string): Manifest => Manifest.parse(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')));

export const totalBytes = (files: LoadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns a line for each screen: `First load of home/home: scripts 115.1 of 117.5 KB, styles 8.3 of 16 KB`. */
function firstLoadReport(client = built): string {
  const part = (load: FirstLoad, kind: keyof FirstLoad) =>
    `${kind} ${(totalBytes(load[kind]) / KB).toFixed(1)} of ${BUDGET_BYTES[kind] / KB} KB`;
  return FIRST_SCREENS.map((screen) => {
    const load = firstLoad(screen, client);
    return `First load of ${screen}: ${part(load, 'scripts')}, ${part(load, 'styles')}`;
  }).join('\n');
}

const sentBytes = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

/** Returns the scripts of each screen but the console's: all of them, and those that not every page loads, the heaviest first. */
export function scriptsByRoute(client = built): { screen: string; bytes: number; own: LoadedFile[] }[] {
  const manifest = readManifest(client);
  const frame = new Set(pageSources(manifest, []).map((source) => manifest[source]?.file));
  const screens = screenNames(client).filter((screen) => !screen.startsWith('staff/'));
  const routes = screens.map((screen) => {
    const { scripts } = firstLoad(screen, client);
    const own = scripts.filter(({ file }) => !frame.has(file)).toSorted((a, b) => b.bytes - a.bytes);
    return { screen, bytes: totalBytes(scripts), own };
  });
  return routes.toSorted((a, b) => b.bytes - a.bytes);
}

const inKb = (bytes: number): string => (bytes / KB).toFixed(1);

/** `125.1 KB  profile/profile: profile.page 9.7, index.esm 12.3, …` */
function routeReport(): string {
  const nameOf = (file: string) => file.replace(/^assets\/(.+)-[\w-]{7,8}\.js$/, '$1');
  return scriptsByRoute()
    .map(({ screen, bytes, own }) => {
      const parts = own.map((script) => `${nameOf(script.file)} ${inKb(script.bytes)}`);
      return `${inKb(bytes).padStart(6)} KB  ${screen}: ${parts.join(', ')}`;
    })
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(routeReport());
  console.log(firstLoadReport());
}

/** Prints the first loads at the end of a build. Runs after `precompress`. */
export function reportFirstLoad(): Plugin {
  return {
    name: 'report-first-load',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        if (dir) console.log(firstLoadReport(dir));
      },
    },
  };
}

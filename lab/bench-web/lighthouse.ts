import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from '#lab/bench/statistics.ts';
import type { DemoSite } from '#lab/trial/demo-site.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';

/** Not a dependency: npm fetches it for a measurement and caches it in a folder. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const FETCH_MS = 300_000;
const RUN_MS = 120_000;

export type Device = 'mobile' | 'desktop';

const audit = z.object({ score: z.number().nullable(), numericValue: z.number().optional(), title: z.string() });
const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), audit.extend({ details: z.object({ items: z.unknown() }).partial().optional() })),
});
/** The largest contentful paint and its phases in the order of Lighthouse's report: first byte, waiting, loading, drawing. */
const Largest = z.tuple([
  z.object({ items: z.tuple([z.object({ node: z.object({ nodeLabel: z.string() }) })]) }),
  z.object({ items: z.array(z.object({ phase: z.string(), timing: z.number() })) }),
]);
const Request = z.object({ url: z.string(), resourceType: z.string().default('Other'), transferSize: z.number().default(0) });

export type Measured = {
  /** Of 100: performance, accessibility, best practices, SEO. */
  scores: number[];
  lcpMs: number;
  /** The element's text, and its phases. */
  largest: string;
  cls: number;
  tbtMs: number;
  /** Transferred bytes by kind. */
  bytes: Map<string, number>;
  foreign: string[];
  /** The audits that lower a score. */
  findings: string[];
};

/** Fetches Lighthouse by npm; returns the reason if it fails. */
export async function whyNoLighthouse(cache: string): Promise<string | undefined> {
  try {
    await lighthouse(cache, ['--version'], FETCH_MS);
    return undefined;
  } catch (error) {
    return `Lighthouse (${LIGHTHOUSE}) could not be fetched: ${String(error).split('\n')[0]}`;
  }
}

/** Measures one page in the Chromium that listens on a port, with Lighthouse's usual throttling. */
export async function measure(url: string, { cache, port, device }: { cache: string; port: number; device: Device }): Promise<Measured> {
  const file = join(cache, 'report.json');
  const preset = device === 'desktop' ? ['--preset=desktop'] : [];
  const output = ['--output=json', `--output-path=${file}`, '--quiet'];
  const only = '--only-categories=performance,accessibility,best-practices,seo';
  await lighthouse(cache, [url, `--port=${port}`, only, ...preset, ...output], RUN_MS);
  return measuredIn(Report.parse(JSON.parse(await readFile(file, 'utf8'))), new URL(url).origin);
}

function measuredIn({ categories, audits }: z.infer<typeof Report>, origin: string): Measured {
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const requests = z.array(Request).parse(audits['network-requests']?.details?.items ?? []);
  const bytes = new Map<string, number>();
  for (const { resourceType, transferSize } of requests) bytes.set(resourceType, (bytes.get(resourceType) ?? 0) + transferSize);
  return {
    scores: Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100)),
    lcpMs: number('largest-contentful-paint'),
    largest: largestIn(audits['largest-contentful-paint-element']?.details?.items),
    cls: number('cumulative-layout-shift'),
    tbtMs: number('total-blocking-time'),
    bytes,
    foreign: requests.map(({ url }) => url).filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)),
    findings: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    ),
  };
}

function largestIn(items: unknown): string {
  const { success, data } = Largest.safeParse(items);
  if (!success) return 'unknown';
  const [{ items: elements }, { items: phases }] = data;
  return `${elements[0].node.nodeLabel}: ${phases.map(({ phase, timing }) => `${phase} ${Math.round(timing)}`).join(', ')} ms`;
}

async function lighthouse(cache: string, args: string[], timeout: number): Promise<void> {
  const { npm_execpath: script } = process.env;
  const fetched = ['exec', '--yes', `--package=${LIGHTHOUSE}`, `--cache=${join(cache, 'npm')}`, '--', 'lighthouse', ...args];
  const [command, given] = script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...fetched]] : ['npm', fetched];
  // Our Node comes first: the machine's may be too old for Lighthouse.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  await promisify(execFile)(command, given, { env, timeout, maxBuffer: 2 ** 26 });
}

/** The budget of each device (docs/performance.md). */
const BUDGET = { score: 98, lcpMs: { mobile: 1800, desktop: 800 }, cls: 0.005, tbtMs: 100 };
const KB = 1024;
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image', 'Fetch'];

export const headings = `${'page'.padEnd(10)} device   perf acc  best find  LCP s  CLS   TBT ms  ${KINDS.map((kind) => kind.slice(0, 6).padStart(6)).join(' ')} all KB  foreign`;

/** A line of the table: medians of the rounds, and whether the budget is met. */
export function lineOf({ name, isBudgeted }: Page, device: Device, rounds: Measured[]): string {
  const middle = (value: (round: Measured) => number) => median(rounds.map(value));
  const scores = [0, 1, 2, 3].map((place) => middle(({ scores: all }) => all[place] ?? 0));
  const [lcpMs, cls, tbtMs] = [middle((round) => round.lcpMs), middle((round) => round.cls), middle((round) => round.tbtMs)];
  const kilobytes = (kind: string) => middle(({ bytes }) => bytes.get(kind) ?? 0) / KB;
  const all = middle(({ bytes }) => [...bytes.values()].reduce((sum, part) => sum + part, 0)) / KB;
  const foreign = rounds.reduce((sum, round) => sum + round.foreign.length, 0);
  const isMet =
    scores.every((score) => score >= BUDGET.score) &&
    lcpMs <= BUDGET.lcpMs[device] &&
    cls < BUDGET.cls &&
    tbtMs <= BUDGET.tbtMs &&
    foreign === 0;
  const cells = [
    name.padEnd(10),
    device.padEnd(8),
    ...scores.map((score) => String(score).padEnd(4)),
    (lcpMs / 1000).toFixed(2).padStart(5),
    cls.toFixed(3),
    tbtMs.toFixed(0).padStart(6),
    ' ',
    ...KINDS.map((kind) => kilobytes(kind).toFixed(1).padStart(6)),
    all.toFixed(0).padStart(6),
    String(foreign).padStart(8),
    isMet ? 'met' : isBudgeted ? 'NOT MET' : 'below',
  ];
  return cells.join(' ');
}

/** A page to measure; docs/performance.md sets the budget of those with `isBudgeted`. */
export type Page = { name: string; path: string; language: Language; isBudgeted: boolean; isLoggedIn?: boolean };

export function pagesOf({ events }: DemoSite): Page[] {
  const event = paths.event(events[1]?.id ?? 1);
  const page = (name: string, path: string, language: Language = 'en', isBudgeted = false): Page => {
    // The canonical address of the Georgian page.
    const address = language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`;
    return { name, path: address, language, isBudgeted };
  };
  return [
    page('home', paths.home, 'en', true),
    page('home ka', paths.home, 'ka', true),
    page('event', event, 'en', true),
    page('event ka', event, 'ka', true),
    page('list', paths.events('upcoming'), 'en', true),
    page('login', paths.login, 'en', true),
    page('about', paths.about),
    page('rentals', paths.rentals),
    page('djs', paths.djs),
    page('gallery', paths.gallery),
    page('terms', paths.terms),
    { ...page('cart', paths.cart, 'en', true), isLoggedIn: true },
    { ...page('profile', paths.profile), isLoggedIn: true },
  ];
}

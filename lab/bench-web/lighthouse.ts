import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Not a dependency: fetched for a measurement, and cached in a folder. */
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
/** The largest contentful paint, with its phases in the order of the report: first byte, waiting, loading, drawing. */
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
  /** The audits that cost points. */
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
  // Our Node first: the machine's may be too old for Lighthouse.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  await promisify(execFile)(command, given, { env, timeout, maxBuffer: 2 ** 26 });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PICTURE_WIDTHS } from '#shared/gallery/pictures.ts';
import { posterColours } from '#shared/media/covers.ts';

/** Larger pictures take too much memory; strips longer than this ratio do not fit the layouts. */
const RULES = { pixelsMax: 50_000_000, ratioMax: 8, width: Math.max(...PICTURE_WIDTHS), background: posterColours.coal };

/** What the process reports about a file, before its pixels. */
const Decoded = z.union([
  z.object({ width: z.int().positive(), height: z.int().positive() }),
  z.object({ refusal: z.enum(['too_many_pixels', 'too_long', 'damaged']) }),
]);
type Decoded = z.infer<typeof Decoded>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('picture-decoder.worker.ts', import.meta.url));
/** The program and its packages, and above all not `DATA_DIR`. */
const readable = ['node_modules', 'server/content/gallery', 'package.json'].map((name) => `--allow-fs-read=${root}${name}`);
/** `--permission` restricts JavaScript only, but native code decodes, so the system's limits do the rest. */
const permissions = ['--permission', '--allow-addons', ...readable, '--disable-warning=PERM0001', '--disable-warning=SecurityWarning'];
/** The costliest accepted picture takes half of it. V8 alone reserves half a gigabyte. */
const MEMORY_KILOBYTES = 2_000_000;
/** Added to the limits, because starting the process takes time, too. */
const START_SECONDS = 10;

const LINE_END = '\n'.charCodeAt(0);

/**
 * Decodes an untrusted file in a process without an environment, with limits on memory, CPU time and duration. Returns undefined if the
 * process failed or was killed.
 */
export async function decodeApart(content: Buffer, limitSeconds: number): Promise<{ head: Decoded; data: Buffer } | undefined> {
  const limits = `ulimit -d ${MEMORY_KILOBYTES}; ulimit -t ${limitSeconds + START_SECONDS}; ulimit -c 0; exec "$0" "$@"`;
  const args = ['-c', limits, process.execPath, ...permissions, program, JSON.stringify({ ...RULES, limitSeconds })];
  const child = spawn('/bin/sh', args, { env: {}, cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), (limitSeconds + START_SECONDS) * 1_000);
  try {
    // A process that ends early closes its input.
    child.stdin.once('error', () => undefined);
    child.stdin.end(content);
    const [output, [code]] = await Promise.all([buffer(child.stdout), once(child, 'exit')]);
    if (code !== 0) return undefined;
    const end = output.indexOf(LINE_END);
    return { head: Decoded.parse(JSON.parse(output.toString('utf8', 0, end))), data: output.subarray(end + 1) };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

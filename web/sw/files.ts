import { STORES } from '#shared/offline.ts';

const FILE = /^\/(assets|locales|media)\//;
/** The scanner's decoder is large, and useless without a network. */
const NOT_KEPT = /\.wasm$/;
const MOST_FILES = 400;

/** What is kept for good: these addresses change with their content. */
export const isFile = ({ pathname }: Pick<URL, 'pathname'>): boolean => FILE.test(pathname) && !NOT_KEPT.test(pathname);
const isLasting = ({ status, headers }: Response): boolean => status === 200 && (headers.get('cache-control') ?? '').includes('immutable');

const openFiles = (): Promise<Cache> => caches.open(STORES.files);

/** The kept file, else the network's, which is kept from then on. */
export async function answerFile(request: Request, lasting: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await (await openFiles()).match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isLasting(answer)) lasting(put(request.url, answer.clone()));
  return answer;
}

/** Fetches what is not kept yet; mostly the browser has it at hand. */
export async function keepFiles(addresses: Iterable<string>): Promise<void> {
  const files = await openFiles();
  const missing = async (address: string) => {
    if (await files.match(address)) return;
    const answer = await fetch(address);
    if (isLasting(answer)) await put(address, answer);
  };
  await Promise.allSettled([...new Set(addresses)].map(missing));
  const kept = await files.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_FILES)).map((request) => files.delete(request)));
}

/** A full disk is no reason to show nothing. */
const put = async (address: string, answer: Response): Promise<void> => (await openFiles()).put(address, answer).catch(() => undefined);

/** The scripts, styles, fonts and words a page names. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/(?:assets|locales)\/[^"]+)"/g)].flatMap(([, address]) => address?.replaceAll('&amp;', '&') ?? []);

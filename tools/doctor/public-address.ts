import { connect } from 'node:tls';
import { z } from 'zod';
import { doctorToken, SEEN_PATH, STREAM_PATH, STREAM_PAUSE_MS } from '#server/platform/http/doctor.routes.ts';
import { VERSION } from '#server/platform/version.ts';
import { fault, type Finding, leftOut, reasonOf, well } from './finding.ts';
import { checkProxies, INVENTED_ADDRESS } from './proxies.ts';
import { CALL_TIMEOUT_MS, type Site } from './site.ts';
import { checkExpiry } from './certificates.ts';

const Health = z.object({ status: z.string(), version: z.string() });
const Seen = z.object({ address: z.string(), connection: z.string(), forwardedFor: z.array(z.string()) });

/** Checks that the site answers at the address that visitors use, and how its web server forwards calls. */
export async function checkPublicAddress(site: Site): Promise<Finding[]> {
  const { publicUrl } = site.env;
  const health = await readHealth(site, publicUrl).catch((error: unknown) => reasonOf(error));
  if (typeof health === 'string') return findCause(site, health);
  const { version } = health;
  const found = [well('address', `${publicUrl} answers`), ...(await checkCertificate(publicUrl))];
  if (version !== VERSION) found.push(fault('address', `version ${version} runs, and ${VERSION} is installed`, 'restart the site'));
  const [seen, stream] = await Promise.all([checkSeen(site), checkStream(site)]);
  return [...found, ...seen, ...stream];
}

async function readHealth(site: Site, origin: string): Promise<z.infer<typeof Health>> {
  const response = await call(site, origin, '/healthz');
  const health = Health.safeParse(await response.json().catch(() => undefined));
  if (!health.success) throw new Error('something else answers there');
  return health.data;
}

/** Finds why the public address does not lead to the site: it does not run, its certificate has expired, or the route to it is broken. */
async function findCause(site: Site, reason: string): Promise<Finding[]> {
  const { publicUrl } = site.env;
  const isRunning = await readHealth(site, site.origin).then(
    () => true,
    () => false,
  );
  if (!isRunning) return [fault('address', `the site does not run at ${site.origin}`, 'start it, and see the one line it prints')];
  const ended = (await checkCertificate(publicUrl).catch(() => [])).filter(({ state }) => state === 'fault');
  if (ended.length > 0) return ended;
  return [
    fault('address', `${publicUrl} cannot be reached: ${reason}`, 'see the web server in front, its certificate, and the name in DNS'),
  ];
}

const call = (site: Site, origin: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });

/** Checks when the web server's certificate ends, even one that has expired or is not trusted. */
async function checkCertificate(publicUrl: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  const validity = await new Promise<{ validFrom: string; validTo: string }>((resolve, reject) => {
    // Only its dates are read: the call before has checked the trust.
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false }, () => {
      const { valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate();
      resolve({ validFrom, validTo });
      socket.destroy();
    });
    socket.setTimeout(CALL_TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });
  return [checkExpiry(`the certificate of ${hostname}`, validity, 'see why the web server does not renew it')];
}

async function checkSeen(site: Site): Promise<Finding[]> {
  const response = await callAsDoctor(site, SEEN_PATH, { 'x-forwarded-for': INVENTED_ADDRESS });
  const seen = Seen.safeParse(await response?.json().catch(() => undefined));
  if (!seen.success) return [fault('proxy', 'the site does not know this doctor', 'run it with the settings of the site, from its folder')];
  return [checkProxies(site.env.trustProxy, seen.data)];
}

/** Returns undefined without a database, whose keys sign the call. */
async function callAsDoctor(site: Site, path: string, headers: Record<string, string> = {}): Promise<Response | undefined> {
  if (!site.ctx) return undefined;
  const authorization = `Bearer ${doctorToken(site.ctx.keys, site.ctx.clock.now())}`;
  return call(site, site.env.publicUrl, path, { ...headers, authorization });
}

/** The first event must arrive well before the second: the console and the door receive changes over such a stream. */
async function checkStream(site: Site): Promise<Finding[]> {
  // A browser sends this header, and a web server that compresses may hold the stream back.
  const response = await callAsDoctor(site, STREAM_PATH, { 'accept-encoding': 'gzip, br' });
  if (!response?.ok || !response.body) return [leftOut('stream', 'could not be opened')];
  const arrivals: number[] = [];
  for await (const piece of response.body) if (piece.length > 0) arrivals.push(performance.now());
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  if (last - first > STREAM_PAUSE_MS / 2) return [well('stream', 'events arrive at once')];
  return [
    fault(
      'stream',
      'the web server holds events back',
      'let it forward text/event-stream at once (nginx: proxy_buffering off; Caddy: flush_interval -1)',
    ),
  ];
}

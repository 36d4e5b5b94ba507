import type { FastifyInstance, FastifyRequest } from 'fastify';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { isLoopbackAddress, isLoopbackHost } from '#server/platform/config/loopback.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { SEEN_PATH } from './doctor.routes.ts';
import { failureText } from '#server/platform/log.ts';

/** Headers that proxies add about the client; every name that begins with x-forwarded counts, too. */
const PROXY_HEADERS = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'client-ip',
  'true-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fastly-client-ip',
  'fly-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-vercel-forwarded-for',
]);

const isProxyHeader = (name: string): boolean => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name);

type Received = Pick<FastifyRequest, 'socket' | 'headers'> & { raw: Pick<FastifyRequest['raw'], 'httpVersion'> };

/**
 * Returns true if a program on this machine called it directly. A local proxy also connects from the loopback, but names its client, uses
 * HTTP/1.0 (nginx until 1.29.7), or forwards a browser's headers; with DNS rebinding, Host has another name.
 */
export const isLocal = (request: Received): boolean =>
  isLoopbackAddress(request.socket.remoteAddress ?? '') && isNotForwarded(request) && !isPassedOn(request);

/** Like `isLocal`, but also true if the port of a container is called from its host. */
export function isNotForwarded({ headers, raw }: Pick<Received, 'headers' | 'raw'>): boolean {
  if (raw.httpVersion === '1.0') return false;
  if (Object.keys(headers).some(isProxyHeader)) return false;
  const url = `http://${headers.host ?? ''}`;
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** Node's fetch sends the language `*`. */
const isFromBrowser = ({ headers }: Pick<Received, 'headers'>): boolean =>
  'sec-fetch-site' in headers || (headers['accept-language'] ?? '*') !== '*';

/** Every browser sends `Connection: keep-alive`, which nginx replaces or removes when it proxies HTTP/1.1. */
const isPassedOn = ({ headers }: Received): boolean => isFromBrowser({ headers }) && headers.connection?.toLowerCase() !== 'keep-alive';

/** The origin of calls that the server makes itself: no socket has such an address. */
export const RENDERER_ADDRESS = 'renderer';

/** Returns true for a request that the server itself sends to render a page, which was counted already. */
export const isOurs = ({ raw }: FastifyRequest): boolean => raw.socket.remoteAddress === RENDERER_ADDRESS;

const notTrusted = {
  kind: 'proxy_not_trusted',
  subject: 'TRUST_PROXY',
  detail: 'A proxy passes calls on and TRUST_PROXY is not set: all visitors share one limit. Set it to 1, or to none without a proxy.',
} as const;
const silent = {
  kind: 'proxy_silent',
  subject: 'X-Forwarded-For',
  detail:
    'TRUST_PROXY is set, but calls come without X-Forwarded-For: all visitors share one limit. Have the web server send it, and let nobody else reach the port.',
} as const;

/**
 * Raises an alert if a proxy appears that is not configured, or a trusted one does not name its clients: all visitors would count as one
 * client, and a few failed sign-ins would lock out everyone. A start ends the alerts; a lasting fault raises them again.
 */
export function watchForProxy(http: FastifyInstance, deps: Deps): void {
  const { trustProxy } = deps.env;
  const ctx = contextFor(deps);
  const tell = (work: Promise<void>): void =>
    void work.catch((error: unknown) => deps.log.warn({ reason: failureText(error) }, 'an alert could not be written'));
  http.addHook('onListen', async () => {
    if (trustProxy !== undefined) tell(resolveAlert(ctx, notTrusted));
    tell(resolveAlert(ctx, silent));
  });
  if (trustProxy === 0) return;

  const namesSender = ({ headers }: FastifyRequest): boolean => 'x-forwarded-for' in headers;
  // A program on this machine connects without the proxy, such as a probe or a metrics scraper.
  const isDirect = (request: FastifyRequest): boolean => isOurs(request) || isLocal(request);
  const isSuspicious = trustProxy === undefined ? namesSender : (request: FastifyRequest) => !namesSender(request) && !isDirect(request);
  const alert = trustProxy === undefined ? notTrusted : silent;
  let isLogged = false;
  http.addHook('onRequest', async (request) => {
    // The operator's doctor invents an address, to test whether it is believed.
    if (isLogged || request.url === SEEN_PATH || !isSuspicious(request)) return;
    isLogged = true;
    deps.log.warn(alert.detail);
    tell(raiseAlert(ctx, alert));
  });
}

import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '#server/platform/config/loopback.ts';

/** What proxies add to say for whom they ask; every name that begins with x-forwarded counts, too. */
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

export const isProxyHeader = (name: string): boolean => name.startsWith('x-forwarded') || PROXY_HEADERS.has(name);

type Received = Pick<FastifyRequest, 'socket' | 'headers'> & { raw: Pick<FastifyRequest['raw'], 'httpVersion'> };

/**
 * Returns true if a program on this machine asks, and asks for this machine. A proxy here comes from the loopback as well, but names its
 * sender, or speaks HTTP/1.0 as nginx did until 1.29.7; a page of a stranger whose name leads here (DNS rebinding) names itself in Host.
 */
export function isLocal({ socket, headers, raw }: Received): boolean {
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || raw.httpVersion === '1.0') return false;
  if (Object.keys(headers).some(isProxyHeader)) return false;
  const url = `http://${headers.host ?? ''}`;
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** The same for a browser: each keeps its connections and says so, and nginx takes that word out of what it passes on in HTTP/1.1. */
export const isLocalBrowser = (request: Received): boolean =>
  isLocal(request) && request.headers.connection?.toLowerCase() === 'keep-alive';

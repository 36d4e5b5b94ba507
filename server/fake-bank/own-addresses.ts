import type { FastifyInstance } from 'fastify';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import type { CreateRequest } from './bank-orders.ts';

/**
 * Returns true if the bank would call back and send guests to this club alone: to its public address, or for callbacks to the port this
 * process listens on. A bank that goes anywhere could be sent to whatever this machine reaches.
 */
export function staysHere(
  http: FastifyInstance,
  publicUrl: string,
  { callback_url: callback, redirect_urls: urls }: CreateRequest,
): boolean {
  const isOurs = (url: string): boolean => new URL(url).origin === publicUrl;
  return (
    [urls.success, urls.fail].every((url) => isOurs(url) || isOurProcess(http, url)) && (isOurs(callback) || isOurProcess(http, callback))
  );
}

function isOurProcess({ server }: FastifyInstance, url: string): boolean {
  const listening = server.address();
  const { protocol, hostname, port } = new URL(url);
  if (typeof listening !== 'object' || listening === null) return false;
  const isHere = isLoopbackHost(hostname) || hostname === listening.address;
  return protocol === 'http:' && isHere && Number(port || 80) === listening.port;
}

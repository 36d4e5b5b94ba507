import type { FastifyInstance, FastifyRequest } from 'fastify';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { isLocal } from './local.ts';

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
 * Raises an alert when a proxy shows although nobody said whether there is one, or does not say who asks although it is trusted: then all
 * visitors are one sender, and a few failed sign-ins keep everybody out. A start ends the alerts; what is still so raises it again.
 */
export function watchForProxy(http: FastifyInstance, deps: Deps): void {
  const { trustProxy } = deps.env;
  const ctx = contextFor(deps);
  const tell = (work: Promise<void>): void =>
    void work.catch((error: unknown) => deps.log.warn({ reason: String(error) }, 'an alert could not be written'));
  http.addHook('onListen', async () => {
    if (trustProxy !== undefined) tell(resolveAlert(ctx, notTrusted));
    tell(resolveAlert(ctx, silent));
  });
  if (trustProxy === 0) return;

  const namesSender = ({ headers }: FastifyRequest): boolean => 'x-forwarded-for' in headers;
  // A program on this machine comes without the proxy: a probe, or who looks at the metrics.
  const isStrange = trustProxy === undefined ? namesSender : (request: FastifyRequest) => !namesSender(request) && !isLocal(request);
  const alert = trustProxy === undefined ? notTrusted : silent;
  let isTold = false;
  http.addHook('onRequest', async (request) => {
    if (isTold || !isStrange(request)) return;
    isTold = true;
    deps.log.warn(alert.detail);
    tell(raiseAlert(ctx, alert));
  });
}

import type { FastifyInstance } from 'fastify';
import { raiseAlert, resolveAlert } from '#server/alerts/alerts.service.ts';
import { contextFor, type Deps } from '#server/context.ts';

const cause = { kind: 'proxy_not_trusted', subject: 'TRUST_PROXY' } as const;
const detail = 'A proxy passes calls on and TRUST_PROXY is not set: all visitors share one limit. Set it to 1, or to none without a proxy.';

/**
 * Raises an alert when a proxy shows although nobody said whether there is one: then all visitors are one sender, and a few failed
 * sign-ins keep everybody out. Once `TRUST_PROXY` is set, the alert ends.
 */
export function watchForProxy(http: FastifyInstance, deps: Deps): void {
  const ctx = contextFor(deps);
  const tell = (work: Promise<void>): void =>
    void work.catch((error: unknown) => deps.log.warn({ reason: String(error) }, 'an alert could not be written'));
  if (deps.env.trustProxy !== undefined) {
    http.addHook('onListen', async () => tell(resolveAlert(ctx, cause)));
    return;
  }
  let isTold = false;
  http.addHook('onRequest', async ({ headers }) => {
    if (isTold || !('x-forwarded-for' in headers)) return;
    isTold = true;
    deps.log.warn(detail);
    tell(raiseAlert(ctx, { ...cause, detail }));
  });
}

import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { fault, type Finding, leftOut } from './finding.ts';
import type { Site } from './site.ts';

/** Returns true for a site that is not public yet, with the fake bank and mails as files (docs/going-live.md, step 3). */
const isRehearsal = ({ payments, smtpUrl, publicUrl }: Site['env']): boolean =>
  payments === 'fake' && smtpUrl === undefined && isLoopbackHost(new URL(publicUrl).hostname);

/** Returns a fault in production, and nothing to correct in a rehearsal. */
export function rehearsalOr({ env }: Pick<Site, 'env'>, check: string, text: string, correction: string): Finding {
  if (!env.isProduction) return leftOut(check, text);
  return isRehearsal(env) ? leftOut(check, `${text}; this is a rehearsal`) : fault(check, text, correction);
}

import type { Seen } from '#server/platform/http/doctor.routes.ts';
import type { Env } from '#server/platform/config/env.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';

/** An address reserved for documentation (RFC 5737) that the doctor claims to come from: no site should believe it. */
export const INVENTED_ADDRESS = '198.51.100.77';

const CHECK = 'proxy';

/**
 * Judges TRUST_PROXY by a call through the public address that claimed to come from `INVENTED_ADDRESS`. Each proxy appends one entry to the
 * claim, or replaces it.
 */
export function checkProxies(trustProxy: Env['trustProxy'], { address, connection, forwardedFor }: Seen): Finding {
  const proxies = forwardedFor.filter((each) => each !== INVENTED_ADDRESS).length;
  const correction = `set TRUST_PROXY=${proxies === 0 ? 'none' : proxies}`;
  // A list with this machine's address rightly believes the doctor.
  if (typeof trustProxy === 'string' && forwardedFor.at(-1) === connection)
    return leftOut(CHECK, 'TRUST_PROXY is a list, which cannot be judged from the machine of the web server');
  if (address === INVENTED_ADDRESS)
    return fault(CHECK, 'visitors can choose their own address and so avoid every limit: too many proxies are trusted', correction);
  if (proxies === 0 && trustProxy !== undefined && trustProxy !== 0)
    return fault(CHECK, 'TRUST_PROXY is set, and no web server says for whom it calls', `let it set X-Forwarded-For, or ${correction}`);
  if (proxies === 0) return well(CHECK, 'none is in front');
  const isTooFew = typeof trustProxy === 'string' ? address === connection : (trustProxy ?? 0) < proxies;
  if (isTooFew) return fault(CHECK, `${proxies} in front and too few trusted: all visitors share one limit`, correction);
  if (typeof trustProxy === 'number' && trustProxy > proxies)
    return fault(CHECK, `${proxies} in front and ${trustProxy} trusted: visitors may choose their own address`, correction);
  return well(CHECK, `${proxies} in front, as TRUST_PROXY says`);
}

import { SECURITY_EVENT_KINDS } from '#shared/accounts/security-events.ts';
import type { Translate } from '#shared/translate.ts';

/** The text of a security event; an unknown kind is shown by its name. */
export function securityEventText(kind: string, t: Translate): string {
  const known = SECURITY_EVENT_KINDS.find((each) => each === kind);
  return known ? t(`accounts:security_events.${known}`) : kind;
}

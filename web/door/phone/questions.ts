import type { PhoneVerdict } from './door-phone.ts';

/** Refusals that a person at the door may overrule. */
const QUESTIONS = new Set(['other_event', 'rejected_before', 'free_until_over', 'list_full']);

type Facts = Pick<PhoneVerdict, 'verdict' | 'reason' | 'isUnderAge' | 'isDoubtful' | 'event' | 'at'>;

/** Why a person must decide before this guest is admitted; undefined if nobody needs to, or may. */
export function questionOf({ verdict, reason, isUnderAge, isDoubtful, event, at }: Facts): string | undefined {
  if (verdict === 'refuse') {
    const isOver = reason === 'other_event' && (event === undefined || new Date(event.endDate) <= at);
    return QUESTIONS.has(reason) && !isOver ? reason : undefined;
  }
  if (verdict !== 'admit') return undefined;
  if (isUnderAge) return 'under_18';
  return isDoubtful ? 'doubtful' : undefined;
}

/** Turns a verdict into a question of which nothing is stored; undefined if nobody must be asked. */
export function ask(verdict: PhoneVerdict): PhoneVerdict | undefined {
  const question = questionOf(verdict);
  return question === undefined ? undefined : { ...verdict, scanId: '', verdict: 'ask', reason: question };
}

/** The server refused for a reason that this phone had not heard of: a person may overrule that, too. */
export const askIfRefused = (verdict: PhoneVerdict): PhoneVerdict => (verdict.verdict === 'refuse' ? ask(verdict) : undefined) ?? verdict;

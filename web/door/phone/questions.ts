import { type Answered, type Question, toQuestion } from '#shared/door/questions.ts';
import type { PhoneVerdict } from './door-phone.ts';

type Facts = Pick<PhoneVerdict, 'verdict' | 'reason' | 'isUnderAge' | 'isDoubtful' | 'event' | 'at'>;

/** Why a person must decide before this guest is admitted, but for what was answered; undefined if nobody needs to, or may. */
export function questionOf({ verdict, reason, isUnderAge, isDoubtful, event, at }: Facts, answered: Answered = []): Question | undefined {
  if (verdict === 'refuse') {
    const isOver = reason === 'other_event' && (event === undefined || new Date(event.endDate) <= at);
    return isOver ? undefined : toQuestion(reason);
  }
  if (verdict !== 'admit') return undefined;
  if (isUnderAge && !answered.includes('under_18')) return 'under_18';
  return isDoubtful && !answered.includes('doubtful') ? 'doubtful' : undefined;
}

/** Turns a verdict into a question of which nothing is stored; undefined if nobody must be asked. */
export function ask(verdict: PhoneVerdict, answered: Answered): PhoneVerdict | undefined {
  const question = questionOf(verdict, answered);
  return question === undefined ? undefined : { ...verdict, scanId: '', verdict: 'ask', reason: question };
}

/** The server refused for a reason that this phone had not heard of: a person may overrule that, too. */
export const askIfRefused = (verdict: PhoneVerdict): PhoneVerdict =>
  (verdict.verdict === 'refuse' ? ask(verdict, []) : undefined) ?? verdict;

import { expect, test } from 'vitest';
import { manualQuestion, pressedAgain, questionOf } from './ask-decision.ts';
import { createUnanswered } from './use-scanner.ts';

const accepting = { isReject: false, eventId: 7 };
const MINUTE_MS = 60_000;

test('every ticket without an answer keeps its scan id, also when others came in between', () => {
  const unanswered = createUnanswered();
  const first = unanswered.ask(manualQuestion(1, accepting), 0);
  const second = unanswered.ask(manualQuestion(2, accepting), 1_000);
  expect(second.scanId).not.toBe(first.scanId);
  expect(unanswered.ask(manualQuestion(1, accepting), 2_000)).toEqual(first);
  expect(unanswered.ask(manualQuestion(2, accepting), 3_000)).toEqual(second);
});

test('once answered, or asked otherwise, it is another scan', () => {
  const unanswered = createUnanswered();
  const code = 'User ID: 12\nTicket ID: 1\nV1.signature';
  const question = unanswered.ask(questionOf(code, accepting), 0);
  const others = [
    questionOf(`${code}x`, accepting),
    manualQuestion(1, accepting),
    questionOf(code, { isReject: true, eventId: 7 }),
    questionOf(code, { isReject: false, eventId: 8 }),
    questionOf(code, { isReject: false, eventId: undefined }),
    pressedAgain(question, 'other_event'),
  ];
  for (const other of others) expect(unanswered.ask(other, 0)).toBe(other);
  expect(unanswered.ask(questionOf(code, accepting), 0)).toBe(question);
  unanswered.answered(question);
  expect(unanswered.ask(questionOf(code, accepting), 0)).not.toBe(question);
});

test('a minute after it was first asked it is another guest', () => {
  const unanswered = createUnanswered();
  const question = unanswered.ask(manualQuestion(1, accepting), 0);
  expect(unanswered.ask(manualQuestion(1, accepting), MINUTE_MS - 1)).toBe(question);
  expect(unanswered.ask(manualQuestion(1, accepting), MINUTE_MS)).not.toBe(question);
});

test('of very many only the last are remembered', () => {
  const unanswered = createUnanswered();
  const questions = Array.from({ length: 101 }, (_, index) => unanswered.ask(manualQuestion(index + 1, accepting), 0));
  expect(unanswered.ask(manualQuestion(101, accepting), 0)).toBe(questions[100]);
  expect(unanswered.ask(manualQuestion(2, accepting), 0)).toBe(questions[1]);
  expect(unanswered.ask(manualQuestion(1, accepting), 0)).not.toBe(questions[0]);
});

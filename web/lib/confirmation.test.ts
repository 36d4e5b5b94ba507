import { expect, test } from 'vitest';
import type { ApiRequest, ApiResponse } from '#shared/contract.ts';
import { createConfirmation, withConfirmation } from './confirmation.ts';

const request: ApiRequest = { method: 'POST', url: '/api/staff/team/7/roles', access: 'user' };
const done: ApiResponse = { status: 204, body: undefined };
const refusal = (code: string): ApiResponse => ({ status: 403, body: { code, message: '' } });

/** A server that gives these answers in turn, then repeats the last one. */
function answering(...answers: ApiResponse[]) {
  const calls: ApiRequest[] = [];
  const send = async (sent: ApiRequest): Promise<ApiResponse> => {
    calls.push(sent);
    return answers[Math.min(calls.length, answers.length) - 1] ?? done;
  };
  return { calls, send };
}

/** A screen that shows the question and answers it. */
function answerWith(confirmation: ReturnType<typeof createConfirmation>, isConfirmed: boolean): { questions(): number } {
  let questions = 0;
  confirmation.subscribe(() => {
    if (!confirmation.isOpen()) return;
    questions += 1;
    setTimeout(() => confirmation.answer(isConfirmed));
  });
  return { questions: () => questions };
}

test('a call that needs a confirmation is repeated as it was once the user has confirmed', async () => {
  const confirmation = createConfirmation();
  const { questions } = answerWith(confirmation, true);
  const { calls, send } = answering(refusal('confirmation_required'), done);
  expect(await withConfirmation(send, confirmation)(request)).toBe(done);
  expect(calls).toEqual([request, request]);
  expect(questions()).toBe(1);
  expect(confirmation.isOpen()).toBe(false);
});

test('without a confirmation the refusal stays, and nothing is sent again', async () => {
  const confirmation = createConfirmation();
  answerWith(confirmation, false);
  const { calls, send } = answering(refusal('confirmation_required'));
  expect(await withConfirmation(send, confirmation)(request)).toEqual(refusal('confirmation_required'));
  expect(calls).toHaveLength(1);
});

test('a screen that cannot ask gets the refusal at once', async () => {
  const { calls, send } = answering(refusal('confirmation_required'));
  expect(await withConfirmation(send, createConfirmation())(request)).toEqual(refusal('confirmation_required'));
  expect(calls).toHaveLength(1);
});

test('any other refusal is no question', async () => {
  const confirmation = createConfirmation();
  const { questions } = answerWith(confirmation, true);
  const { send } = answering(refusal('forbidden'));
  expect(await withConfirmation(send, confirmation)(request)).toEqual(refusal('forbidden'));
  expect(questions()).toBe(0);
});

test('two calls of the same moment share one question', async () => {
  const confirmation = createConfirmation();
  confirmation.subscribe(() => undefined);
  const both = Promise.all([confirmation.ask(), confirmation.ask()]);
  confirmation.answer(true);
  expect(await both).toEqual([true, true]);
});

test('a call refused again after the confirmation asks no third time', async () => {
  const confirmation = createConfirmation();
  const { questions } = answerWith(confirmation, true);
  const { calls, send } = answering(refusal('confirmation_required'));
  expect(await withConfirmation(send, confirmation)(request)).toEqual(refusal('confirmation_required'));
  expect(calls).toHaveLength(2);
  expect(questions()).toBe(1);
});

test('a call that needs the password and then a mail asks for both, each once', async () => {
  const confirmation = createConfirmation();
  const questions: unknown[] = [];
  confirmation.subscribe(() => {
    if (!confirmation.isOpen()) return;
    questions.push(confirmation.wanted());
    setTimeout(() => confirmation.answer(true));
  });
  const wants = (by: string) => ({ status: 403, body: { code: 'confirmation_required', message: '', params: { with: by } } });
  const { calls, send } = answering(wants('password'), wants('mail'), done);
  expect(await withConfirmation(send, confirmation)(request)).toBe(done);
  expect([questions, calls.length, confirmation.wanted()]).toEqual([['user', 'mail'], 3, undefined]);
});

test('a question whose screen is left is answered by no', async () => {
  const confirmation = createConfirmation();
  const close = confirmation.subscribe(() => undefined);
  const answered = confirmation.ask();
  close();
  expect(await answered).toBe(false);
  expect(confirmation.isOpen()).toBe(false);
});

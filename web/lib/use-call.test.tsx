// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { needsProof, useCall } from './use-call.ts';

/** A call that gives these answers in turn. */
function runCall(answers: (Error | undefined)[]) {
  const sent: number[] = [];
  const problems: string[] = [];
  const call = async () => {
    sent.push(sent.length);
    const answer = answers.shift();
    if (answer) throw answer;
  };
  const options = { failed: 'Not saved.', onFailed: (_: unknown, problem: string) => void problems.push(problem) };
  const { result } = runStaffHook(() => useCall(call, options), undefined);
  const run = async () => {
    act(() => result.current.run());
    await waitFor(() => expect(result.current.isPending).toBe(false));
  };
  return { sent, problems, result, run };
}

test('of two presses at once only the first is sent', async () => {
  const { sent, result } = runCall([]);
  act(() => {
    result.current.run();
    result.current.run();
  });
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(sent).toHaveLength(1);
});

test("a failure says the server's reason, else the sentence of the screen, until the next press", async () => {
  const { problems, result, run } = runCall([new ApiError(409, { code: 'conflict' }), new ApiError(0, {}), undefined]);
  await run();
  const [reason] = problems;
  expect(reason).not.toBe('Not saved.');
  expect(result.current.problem).toBe(reason);
  await run();
  expect(result.current.problem).toBe('Not saved.');
  await run();
  expect(result.current).toMatchObject({ failure: undefined, problem: undefined });
  expect(problems).toEqual([reason, 'Not saved.']);
});

test('a call that needs a proved address is told from other failures', async () => {
  const { result, run } = runCall([new ApiError(403, { code: 'email_not_proved' }), new ApiError(403, {})]);
  await run();
  expect(needsProof(result.current.failure)).toBe(true);
  await run();
  expect(needsProof(result.current.failure)).toBe(false);
});

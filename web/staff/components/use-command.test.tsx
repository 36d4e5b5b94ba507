// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { toast } from '#web/lib/toast.ts';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { useCommand, type CommandOptions } from './use-command.ts';

beforeEach(() => {
  sessionStorage.clear();
  for (const { id } of toast.all()) toast.dismiss(id);
});

/** A command that gives these answers in turn; `keys` are the idempotency keys it was sent with. */
function command(answers: (string | Error)[], options?: CommandOptions<string, string>) {
  const keys: string[] = [];
  const send = async (_: string, key: string) => {
    keys.push(key);
    const answer = answers.shift() ?? 'done';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const start = () => runStaffHook(() => useCommand<string, string>(send, options), undefined);
  return { keys, start };
}

const lost = () => new ApiError(0, {});
const refused = () => new ApiError(409, { code: 'conflict' });

async function runIn({ result }: ReturnType<ReturnType<typeof command>['start']>) {
  act(() => result.current.run('input'));
  await waitFor(() => expect(result.current.isPending).toBe(false));
}

test('of two runs at once only the first is sent', async () => {
  const done: string[] = [];
  const { keys, start } = command([], { onSuccess: (output) => done.push(output) });
  const { result } = start();
  act(() => {
    result.current.run('input');
    result.current.run('input');
  });
  await waitFor(() => expect(done).toEqual(['done']));
  expect(keys).toHaveLength(1);
});

test('a try after a lost answer is the same command, one after any answer is another', async () => {
  const { keys, start } = command([lost(), 'done', refused(), 'done']);
  const hook = start();
  for (let tries = 0; tries < 4; tries += 1) await runIn(hook);
  const [first, second, third, fourth] = keys;
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
});

test('with a name the key of a lost answer outlives the screen', async () => {
  const { keys, start } = command([lost(), 'done', 'done'], { keyName: 'complimentary-7' });
  const before = start();
  await runIn(before);
  before.unmount();
  const after = start();
  await runIn(after);
  await runIn(after);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a failure is shown as a toast unless the screen shows it itself', async () => {
  await runIn(command([lost()]).start());
  expect(toast.all().map(({ kind }) => kind)).toEqual(['error']);
  const failures: unknown[] = [];
  await runIn(command([lost()], { onError: (error) => failures.push(error) }).start());
  expect([toast.all().length, failures.length]).toEqual([1, 1]);
});

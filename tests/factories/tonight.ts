import { expect } from 'vitest';
import { TonightView } from '#shared/staff/tonight.contract.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { readEvents } from '#tests/setup/event-stream.ts';

/** Yields the events of Tonight's stream. */
export async function* listenTonight(app: Pick<TestApp, 'url'>, token: string, query = ''): AsyncGenerator<TonightView> {
  const response = await fetch(`${app.url}/api/staff/tonight/stream${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  for await (const view of readEvents(response)) yield TonightView.parse(view);
}

export async function nextOf(stream: AsyncGenerator<TonightView>): Promise<TonightView | undefined> {
  const { value, done } = await stream.next();
  return done ? undefined : value;
}

/** Returns the first event for which this is true. */
export async function until(stream: AsyncGenerator<TonightView>, isIt: (view: TonightView) => boolean): Promise<TonightView> {
  for (let view = await nextOf(stream); view; view = await nextOf(stream)) if (isIt(view)) return view;
  throw new Error('The stream ended before that.');
}

// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { draftEvent } from '#tests/factories/staff-events.ts';
import { answerCalls, showStaff, translator } from '#tests/setup/staff-screen.tsx';
import { LineUpRows } from './line-up-rows.tsx';
import { useLineUpForm } from './use-line-up-form.ts';

const slot = (id: number, time: string, artistName: string) => ({
  id,
  floor: 1 as const,
  artistName,
  isHeaderLineUp: false,
  soundUrl: null,
  startTime: `2026-11-20T${time}:00+04:00`,
});
const event = draftEvent('2026-11-19T18:00:00+04:00', {
  from: '23:00',
  until: '02:00',
  endDate: '2026-11-21T02:00:00+04:00',
  lineUps: [slot(1, '23:00', 'Lela'), slot(2, '23:30', 'Dato')],
});

/** What a colleague saved. */
const theirs: StaffEventView = { ...event, version: 2, lineUps: [slot(3, '23:00', 'Nino')] };

function Editor({ latest = event }: { latest?: StaffEventView }) {
  const [shown, setShown] = useState(latest);
  const form = useLineUpForm(shown, setShown);
  return (
    <>
      <LineUpRows event={shown} draft={form} remove={({ key }) => form.remove(key)} />
      <button type="button" onClick={() => form.submit()}>
        Save
      </button>
      <button type="button" onClick={form.keepMine}>
        Keep mine
      </button>
      <button type="button" onClick={() => form.begin(theirs)}>
        Use theirs
      </button>
      {form.inline.failure !== undefined && <p role="alert">{form.inline.failure}</p>}
      <output>{[form.isDirty && 'dirty', form.isBehind && 'behind', form.isPending && 'saving'].filter(Boolean).join(' ')}</output>
    </>
  );
}

const time = (place: number) => screen.getAllByLabelText<HTMLInputElement>(translator.t('staff-events:line_up.time'))[place];
const type = (place: number, value: string) => act(async () => void fireEvent.change(time(place) ?? document.body, { target: { value } }));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
const save = () => press('Save');
const errorAt = (place: number) => {
  const id = time(place)?.getAttribute('aria-describedby');
  return id ? document.querySelector(`[id="${id}"]`)?.textContent : undefined;
};
const status = () => screen.getByRole('status').textContent;

beforeEach(() => sessionStorage.clear());

test('a time that is none, or after the end, is refused at its own box and keeps what was typed', async () => {
  showStaff(<Editor />);
  await type(0, 'late');
  await type(1, '03:00');
  await save();
  await waitFor(() => expect(errorAt(0)).toBe(translator.t('forms:validation.time_format')));
  expect([errorAt(1), time(0)?.value]).toEqual([translator.t('forms:validation.time_outside_event'), 'late']);
  await type(0, '23:15');
  await waitFor(() => expect(errorAt(0)).toBeUndefined());
  expect(errorAt(1)).toBe(translator.t('forms:validation.time_outside_event'));
});

test('a refused time stays marked at its own act when an act above it is removed', async () => {
  showStaff(<Editor />);
  await type(1, '03:00');
  await save();
  await waitFor(() => expect(errorAt(1)).toBeDefined());
  await act(async () => void fireEvent.click(screen.getByLabelText(translator.t('staff-events:line_up.remove', { name: 'Lela' }))));
  await waitFor(() => expect(errorAt(0)).toBe(translator.t('forms:validation.time_outside_event')));
});

test('acts that were typed are there after a reload, and are behind what somebody else saved meanwhile', async () => {
  const { unmount } = showStaff(<Editor />);
  await type(0, '23:10');
  expect(status()).toBe('dirty');
  unmount();
  showStaff(<Editor latest={theirs} />);
  expect([time(0)?.value, status()]).toEqual(['23:10', 'dirty behind']);
});

test('what is typed back to what is saved is no draft any more', async () => {
  const { unmount } = showStaff(<Editor />);
  await type(0, '23:10');
  await type(0, '23:00');
  unmount();
  expect(sessionStorage).toHaveLength(0);
});

/** A server that holds each save until it is released; `saves` counts them. A read returns what a colleague saved. */
async function holdSaves() {
  let saves = 0;
  let reply: (status: number, body: unknown) => void = () => undefined;
  await answerCalls(({ method }, response) => {
    reply = (status, body) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (method === 'GET') reply(200, theirs);
    else saves += 1;
  });
  const arrived = (count: number) => waitFor(() => expect(saves).toBe(count));
  return { saves: () => saves, arrived, refuse: (status: number, body = {}) => act(async () => reply(status, body)) };
}

test('a save is not repeated over a line-up that was taken over while it was under way', async () => {
  const { saves, arrived, refuse } = await holdSaves();
  showStaff(<Editor />);
  await type(0, '23:10');
  await save();
  await arrived(1);
  await press('Use theirs');
  await refuse(409, { code: 'conflict' });
  await waitFor(() => expect(status()).toBe(''));
  expect([saves(), time(0)?.value, time(1)]).toEqual([1, '23:00', undefined]);
});

test.each(['Save', 'Keep mine'])('a failure is not announced again while the next try is under way: %s', async (again) => {
  const { arrived, refuse } = await holdSaves();
  showStaff(<Editor />);
  await type(0, '23:10');
  await save();
  await arrived(1);
  await refuse(503);
  await screen.findByRole('alert');
  await press(again);
  await arrived(2);
  expect(screen.queryByRole('alert')).toBeNull();
  await refuse(503);
  await screen.findByRole('alert');
});

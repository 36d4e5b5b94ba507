// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventFields } from '#shared/staff/events.schemas.ts';
import { draftEvent, usualEvent } from '#tests/factories/staff-events.ts';
import { answerCalls, showStaff, translator } from '#tests/setup/staff-screen.tsx';
import { ShownInForm } from '#web/staff/components/staff-form.ts';
import { EventFormFrame, PlaceFields, TextFields } from './event-form.tsx';
import { emptyEvent, typedEvent } from './typed-event.ts';
import { mergeTyped, useEventForm } from './use-event-form.ts';

const base = { ...emptyEvent(new Date('2026-11-20T18:00:00+04:00'), usualEvent), name: 'Night', capacity: '400' };

test('what only one of two people changed is kept, whichever of them it was', () => {
  const merge = mergeTyped({ ...base, name: 'Mine' }, base, { ...base, capacity: '350' });
  expect(merge).toEqual({ typed: { ...base, name: 'Mine', capacity: '350' }, clashes: [], taken: ['capacity'] });
});

test('what both changed stays as it is typed, and is named', () => {
  const merge = mergeTyped({ ...base, name: 'Mine' }, base, { ...base, name: 'Theirs' });
  expect(merge).toEqual({ typed: { ...base, name: 'Mine' }, clashes: ['name'], taken: [] });
});

test('two who typed the same do not clash', () => {
  const both = { ...base, name: 'Same' };
  expect(mergeTyped(both, base, both)).toEqual({ typed: both, clashes: [], taken: [] });
});

const event = draftEvent('2026-11-20T18:00:00+04:00', { name: 'Night', nameLat: 'Night' });
/** What a colleague saved. */
const theirs: StaffEventView = { ...event, version: 2, name: 'Theirs', capacity: 350 };

type Send = Parameters<typeof useEventForm>[0]['send'];

function Editor({ send }: { send: Send }) {
  const form = useEventForm({ name: '7', fresh: typedEvent(event), event, send, onSaved() {} });
  return (
    <>
      <EventFormFrame eventForm={form} save={() => form.save(false)}>
        <TextFields eventForm={form} isNeeded />
        <PlaceFields eventForm={form} taken={0} />
      </EventFormFrame>
      <button type="button" onClick={() => form.save(false)}>
        Save
      </button>
      <button type="button" onClick={() => form.merge(theirs)}>
        Update
      </button>
      {form.question && (
        <button type="button" onClick={() => form.question?.repeat({ confirmed: ['past'] })}>
          Confirm
        </button>
      )}
      <p>{form.isPending ? 'Saving' : 'At rest'}</p>
    </>
  );
}

/** A promise that the test settles. */
function hold() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release: () => act(async () => release()) };
}

/** Sends like the editor of an event to a server on which a colleague saved first; `bodies` is what was sent. */
function refusedAsStale() {
  const { held, release } = hold();
  const bodies: EventFields[] = [];
  const send: Send = async (fields, _, merge) => {
    bodies.push(fields);
    await held;
    const merged = merge(theirs);
    if (!merged) throw new ShownInForm();
    bodies.push(merged);
    return Object.assign({ ...theirs }, merged, { version: 3 });
  };
  return { bodies, send, release };
}

const label = (field: 'name' | 'capacity') => translator.t(`staff-events:field.${field}`);
const box = (field: 'name' | 'capacity') => screen.getByLabelText<HTMLInputElement>(label(field));
const type = (value: string) => act(async () => void fireEvent.input(box('name'), { target: { value } }));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
const clash = () => screen.queryByRole('group', { name: label('name') });
const rest = () => waitFor(() => screen.getByText('At rest'));

beforeEach(() => sessionStorage.clear());

test('what a colleague saved is asked about although it was read before the save was refused', async () => {
  const { bodies, send, release } = refusedAsStale();
  showStaff(<Editor send={send} />);
  await type('Mine');
  await press('Save');
  await press('Update');
  await release();
  await rest();
  expect(clash()).not.toBeNull();
  expect([bodies.length, box('name').value, box('capacity').value]).toEqual([1, 'Mine', '350']);
});

test('a save that was refused is repeated with what was decided meanwhile', async () => {
  const { bodies, send, release } = refusedAsStale();
  showStaff(<Editor send={send} />);
  await type('Mine');
  await press('Save');
  await press('Update');
  await press(translator.t('staff:take_theirs'));
  await release();
  await rest();
  expect(bodies.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['Mine', 400],
    ['Theirs', 350],
  ]);
});

test('a failure is not announced again while the next try is under way', async () => {
  const { held, release } = hold();
  let tries = 0;
  const send: Send = async () => {
    tries += 1;
    if (tries === 1) throw new ApiError(503, {});
    await held;
    return event;
  };
  showStaff(<Editor send={send} />);
  await type('Mine');
  await press('Save');
  await screen.findByRole('alert');
  await press('Save');
  await waitFor(() => screen.getByText('Saving'));
  expect(screen.queryByRole('alert')).toBeNull();
  await release();
  await rest();
});

/** Waits at the confirmation for an event in the past; the warnings are answered when `release` is called. */
async function openConfirmation() {
  const { held, release } = hold();
  let tries = 0;
  await answerCalls(async (_, response) => {
    await held;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ warnings: [{ code: 'past', key: 'past' }] }));
  });
  const send: Send = async () => {
    tries += 1;
    throw new ApiError(409, { code: 'night_to_confirm' });
  };
  showStaff(<Editor send={send} />);
  await type('Mine');
  await press('Save');
  await rest();
  return { tries: () => tries, release };
}

test('a question about warnings closes when somebody else changes the same field', async () => {
  const { release } = await openConfirmation();
  await release();
  await screen.findByText('Confirm');
  await press('Update');
  expect([screen.queryByText('Confirm'), clash()]).toEqual([null, expect.anything()]);
});

test('confirming warnings does not save over a field that somebody else changed before they were shown', async () => {
  const { tries, release } = await openConfirmation();
  await press('Update');
  await release();
  await screen.findByText('Confirm');
  await press('Confirm');
  expect([tries(), screen.queryByText('Confirm'), clash()]).toEqual([1, null, expect.anything()]);
});

test('what was typed before a reload is named until it is dropped, not for what is typed afterwards', async () => {
  const send: Send = async () => event;
  const { unmount } = showStaff(<Editor send={send} />);
  await type('Mine');
  unmount();
  showStaff(<Editor send={send} />);
  expect([box('name').value, screen.queryByText(translator.t('forms:unsaved'))]).toEqual(['Mine', expect.anything()]);
  await press(translator.t('forms:discard'));
  await type('Anew');
  expect([box('name').value, screen.queryByText(translator.t('forms:unsaved'))]).toEqual(['Anew', null]);
});

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#shared/errors.ts';
import { ReasonInput } from '#shared/staff/reason.schemas.ts';
import { showStaff, translator } from '#tests/setup/staff-screen.tsx';
import { toast } from '#web/lib/toast.ts';
import { leaveWithoutQuestion } from '#web/lib/unsaved.ts';
import { ChoiceBoxes } from '#web/staff/ui/choices.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useStaffForm } from './staff-form.ts';

const Draft = z.object({ reason: z.string() });
const REQUIRED = translator.t('forms:validation.reason_required');

beforeEach(() => {
  sessionStorage.clear();
  leaveWithoutQuestion();
  for (const { id } of toast.all()) toast.dismiss(id);
});

type Body = z.output<typeof ReasonInput>;
type Sent = { bodies: Body[]; sent: string[] };

function Form({ send, record }: { send(body: Body): Promise<string>; record: Sent }) {
  const form = useStaffForm({
    schema: ReasonInput,
    defaultValues: { reason: '' },
    draft: { name: 'ban-1', schema: Draft },
    send(body) {
      record.bodies.push(body);
      return send(body);
    },
    onSent: (output) => record.sent.push(output),
  });
  return (
    <form onSubmit={form.submit}>
      <Kept {...form} />
      <Field label="Reason" {...form.control('reason')} />
      <button type="submit">Send</button>
    </form>
  );
}

function open(send: (body: Body) => Promise<string> = async () => 'done') {
  const record: Sent = { bodies: [], sent: [] };
  const { unmount } = showStaff(<Form send={send} record={record} />);
  const box = () => screen.getByLabelText<HTMLInputElement>('Reason');
  const type = (text: string) => act(async () => void fireEvent.input(box(), { target: { value: text } }));
  const submit = () => act(async () => void fireEvent.click(screen.getByText('Send')));
  return { ...record, unmount, box, type, submit };
}

const errors = () => screen.queryAllByText(REQUIRED).length;

test('what the schema refuses is marked at its field and not sent; the mark goes as soon as it is right', async () => {
  const { bodies, sent, box, type, submit } = open();
  await type('  ');
  await submit();
  await waitFor(() => expect(errors()).toBe(1));
  expect([bodies, box().getAttribute('aria-invalid')]).toEqual([[], 'true']);
  await type(' Took pictures ');
  await waitFor(() => expect(errors()).toBe(0));
  await submit();
  await waitFor(() => expect(sent).toEqual(['done']));
  expect(bodies).toEqual([{ reason: 'Took pictures' }]);
  expect(box().value).toBe('');
});

const Lost = z.object({
  kinds: z.array(z.string()).min(1, 'validation.until_required'),
  reason: z.string().min(1, 'validation.reason_required'),
});

function TwoFields({ send, submitsAlone }: { send(): Promise<string>; submitsAlone: boolean }) {
  const form = useStaffForm({ schema: Lost, defaultValues: { kinds: [], reason: '' }, send, onSent: () => undefined });
  return (
    <form onSubmit={form.submit}>
      <ChoiceBoxes label="What" choices={[{ value: 'coat', text: 'Coat' }]} {...form.controlled('kinds')} />
      <Field label="Reason" {...form.control('reason')} />
      <button type={submitsAlone ? 'button' : 'submit'} onClick={submitsAlone ? () => form.submit() : undefined}>
        Send
      </button>
    </form>
  );
}

function openTwoFields({ submitsAlone = false } = {}) {
  const refused = new ApiError(422, { errors: { reason: 'validation.reason_required' } });
  showStaff(<TwoFields send={() => Promise.reject(refused)} submitsAlone={submitsAlone} />);
  const button = () => screen.getByText('Send');
  const submit = async () => {
    button().focus();
    await act(async () => void fireEvent.click(button()));
  };
  const type = (box: HTMLElement, text: string) => act(async () => void fireEvent.input(box, { target: { value: text } }));
  const choose = () => act(async () => void fireEvent.click(screen.getByLabelText('Coat')));
  return {
    submit,
    type,
    button,
    choose,
    reason: () => screen.getByLabelText('Reason'),
    coat: () => screen.getByLabelText('Coat'),
  };
}

function OneSelect() {
  const Language = z.object({ language: z.enum(['en', 'ka'], 'validation.until_required') });
  const form = useStaffForm({
    schema: Language,
    defaultValues: { language: '' },
    send: () => Promise.resolve(''),
    onSent: () => undefined,
  });
  const options = [
    { value: '', text: 'None' },
    { value: 'en', text: 'English' },
  ];
  return (
    <form onSubmit={form.submit}>
      <Select label="Language" options={options} {...form.controlled('language')} />
      <button type="submit">Send</button>
    </form>
  );
}

test('a select that is wrong is marked, and has the focus after the attempt', async () => {
  showStaff(<OneSelect />);
  const select = screen.getByRole('button', { name: /Language/ });
  expect(select.getAttribute('aria-invalid')).toBe(null);
  await act(async () => void fireEvent.click(screen.getByText('Send')));
  await waitFor(() => expect(document.activeElement).toBe(select));
  expect(select.getAttribute('aria-invalid')).toBe('true');
});

test('after a failed attempt the first wrong field has the focus, whether the browser or the server refused it', async () => {
  const { submit, type, reason, coat, choose } = openTwoFields();
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(coat()));
  await choose();
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(reason()));
  await type(reason(), 'Lost a coat');
  await submit();
  await waitFor(() => expect(errors()).toBe(1));
  expect(document.activeElement).toBe(reason());
});

test('a form that is submitted without its event has a summary of errors, which takes the focus itself', async () => {
  const { submit, button } = openTwoFields({ submitsAlone: true });
  await submit();
  await waitFor(() => expect(errors()).toBe(1));
  expect(document.activeElement).toBe(button());
});

test('what the server refuses is marked at its field, a failure of the whole is a toast, and what was typed stays', async () => {
  const failures = [new ApiError(422, { errors: { reason: 'validation.reason_required' } }), new ApiError(503, {})];
  const { sent, box, type, submit } = open(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  });
  await type('Took pictures');
  await submit();
  await waitFor(() => expect(errors()).toBe(1));
  expect(toast.all()).toEqual([]);
  await submit();
  await waitFor(() => expect(toast.all()).toHaveLength(1));
  expect(box().value).toBe('Took pictures');
  await submit();
  await waitFor(() => expect(sent).toEqual(['done']));
});

test('what is typed outlives a reload until it is sent', async () => {
  const before = open();
  await before.type('Took pictures');
  before.unmount();
  const after = open();
  expect(after.box().value).toBe('Took pictures');
  await after.submit();
  await waitFor(() => expect(after.sent).toEqual(['done']));
  after.unmount();
  expect(open().box().value).toBe('');
});

/** Whether the browser would ask before it closes the tab. */
const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('closing the tab asks only while something typed is neither saved nor taken back', async () => {
  const { type, submit, sent, unmount } = open();
  expect(asksToClose()).toBe(false);
  await type('Took pictures');
  expect(asksToClose()).toBe(true);
  await type('');
  expect([asksToClose(), sessionStorage.length]).toEqual([false, 0]);
  await type('Took pictures');
  await submit();
  await waitFor(() => expect(sent).toEqual(['done']));
  expect(asksToClose()).toBe(false);
  unmount();
});

test('what a draft keeps is asked for also when its dialog is closed, what nothing keeps only while it is shown', async () => {
  const kept = open();
  await kept.type('Took pictures');
  kept.unmount();
  expect(asksToClose()).toBe(true);
  const again = open();
  await act(async () => void fireEvent.click(screen.getByText(translator.t('forms:discard'))));
  expect([asksToClose(), again.box().value, document.activeElement]).toEqual([false, '', again.box()]);
  again.unmount();
  const { type, reason } = openTwoFields();
  await type(reason(), 'Lost a coat');
  expect(asksToClose()).toBe(true);
  cleanup();
  expect(asksToClose()).toBe(false);
});

test('text that came back says that it is not saved, until it is', async () => {
  const note = () => screen.queryByText(translator.t('forms:unsaved'));
  const before = open();
  await before.type('Took pictures');
  expect(note()).toBeNull();
  before.unmount();
  const after = open();
  expect(note()).not.toBeNull();
  await after.submit();
  await waitFor(() => expect(after.sent).toEqual(['done']));
  expect(note()).toBeNull();
});

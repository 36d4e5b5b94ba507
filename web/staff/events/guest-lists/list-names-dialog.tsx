import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '#shared/errors.ts';
import type { GuestListView } from '#shared/staff/guest-lists.contract.ts';
import { GuestListEntriesInput } from '#shared/staff/guest-lists.schemas.ts';
import { linesLeft, readNames, writtenPeople } from '#shared/staff/written-names.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useInlineFailure } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { TextArea } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import type { ListChange } from './list-form.ts';

const NamesDraft = z.object({ entries: z.string() });

/** The names as they are sent. Lines that are not understood are kept in the field; it is marked if there are no others. */
const TypedNames = NamesDraft.transform(({ entries }, { addIssue }) => {
  const { people, unread } = readNames(entries);
  if (people.length === 0 && unread.length > 0) addIssue({ code: 'custom', path: ['entries'], message: 'validation.names_unread' });
  return { entries: people };
}).pipe(GuestListEntriesInput);

/** Of more lines than this only the first are shown. */
const LINES_SHOWN = 8;

/** `mayGive`: the caller may give tickets, whatever mails the list allows. */
function namesHint({ price, mailedTickets, mailed }: GuestListView, mayGive: boolean): 'hint' | 'hint_paid' | 'hint_none' {
  if (price !== null) return 'hint_paid';
  return mayGive || mailed < mailedTickets ? 'hint' : 'hint_none';
}

type ListNamesDialogProps = ListChange & { list: GuestListView; onClose(): void };

/** Adds names typed as text, one per line, with a count of the people. */
export function ListNamesDialog({ list, show, reload, onClose }: ListNamesDialogProps) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff-events', 'forms', 'staff']);
  const { language } = useLanguage();
  const { failure, onFailed, attempt, clear } = useInlineFailure();
  /** Some names were added; the other lines are kept with their reason. */
  const [isLeft, setLeft] = useState(false);
  const { id, name, allocation, people: onList } = list;
  const form = useStaffForm({
    schema: TypedNames,
    defaultValues: { entries: '' },
    draft: { name: `list-names-${id}`, schema: NamesDraft },
    send: (body, idempotencyKey) => staffApi.staffLists.addEntries({ id, body: { ...body, language } }, { idempotencyKey }),
    onSent({ added, refusal, ...lists }) {
      show(lists);
      toast.success(t('staff-lists:names.added', { count: added }));
      if (refusal) onFailed(new ApiError(409, refusal));
      if (form.form.getValues('entries') === '') onClose();
      else setLeft(true);
    },
    leftAfter: ({ entries }, { added }) => ({ entries: linesLeft(readNames(entries), added) }),
    onFailed,
    onSettled: reload,
  });
  const { value, error, onChange } = form.controlled('entries');
  const { people, unread } = readNames(value);
  const may = useMay();
  const mailed = people.filter(({ email }) => email !== undefined).length;
  const left = Math.max(0, allocation - onList);
  const isOver = writtenPeople(people) > left;
  return (
    <FormDialog
      title={t('staff:do_with', { what: t('staff-lists:names.add'), name })}
      form={form}
      submit={t('staff-lists:names.submit')}
      onClose={onClose}
    >
      <TextArea
        id="list-names"
        label={t('staff-lists:names.label')}
        hint={t(`staff-lists:names.${namesHint(list, may('tickets.give'))}`)}
        rows={8}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={unread.length > 0 && (isLeft || error !== undefined) ? unreadText() : error}
        onChange={({ target }) => {
          clear();
          onChange(target.value);
        }}
      />
      <output className="type-tabular flex flex-wrap gap-x-4 text-muted">
        <span>{t('staff-lists:names.found', { count: people.length })}</span>
        <span>{t('staff-lists:names.people', { count: writtenPeople(people) })}</span>
        {mailed > 0 && <span>{t('staff-lists:names.mailed', { count: mailed })}</span>}
        <span className={isOver ? 'font-semibold text-warn' : undefined}>{t('staff-lists:names.places_left', { count: left })}</span>
      </output>
      <FormNote key={attempt} text={failure} />
    </FormDialog>
  );

  function unreadText(): string {
    const lines = unread.slice(0, LINES_SHOWN).map(({ line, text }) => `${line} (${text})`);
    if (unread.length > LINES_SHOWN) lines.push('…');
    return t('staff-lists:names.unread', { count: unread.length, lines: lines.join(', ') });
  }
}

import { type FormEvent, useRef, useState } from 'react';
import { fullName, isAccountEmail } from '#shared/accounts/account-rules.ts';
import { PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import type { OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import { linesLeft, readNames, writtenPeople } from '#shared/staff/written-names.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, TextArea } from '#web/ui/fields.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { OwnListCalls } from './use-own-list.ts';

type AddNamesProps = { own: OwnListCalls; list: OwnListView };

/** Adds one name with companions, or, unfolded, many names as they are in a message. */
export function AddNames({ own, list }: AddNamesProps) {
  const { t } = useTranslation(['common', 'lists']);
  const left = Math.max(0, list.allocation - list.people);
  return (
    <section aria-labelledby="add-names" className="flex flex-col gap-4">
      <FittedText as="h2" id="add-names" className="type-display-s">
        {t('lists:add_title')}
      </FittedText>
      {left === 0 ? (
        <output>{t('lists:full')}</output>
      ) : (
        <>
          <OneName own={own} left={left} mayMail={list.price === null && list.ticketsLeft > 0} />
          <details>
            <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('lists:several')}</summary>
            <SeveralNames own={own} left={left} mayMail={list.price === null && list.ticketsLeft > 0} />
          </details>
        </>
      )}
    </section>
  );
}

/** `mayMail`: a name with an e-mail address gets a ticket. */
type FormProps = { own: OwnListCalls; left: number; mayMail: boolean };

const NOBODY = { firstName: '', lastName: '', plusOnes: 0, email: '' };

function OneName({ own, left, mayMail }: FormProps) {
  const { t } = useTranslation(['common', 'lists']);
  const [typed, setTyped] = useState(NOBODY);
  const [errors, setErrors] = useState<{ firstName?: string; email?: string }>({});
  const [refusal, setRefusal] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const mail = useRef<HTMLInputElement>(null);
  const company = Math.min(PLUS_ONES_MAX, left - 1);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = mayMail ? typed.email.trim() : '';
    const person = { ...typed, firstName: typed.firstName.trim(), lastName: typed.lastName.trim(), email: address || undefined };
    const missing = {
      ...(person.firstName === '' && { firstName: t('lists:first_name_missing') }),
      ...(address !== '' && !isAccountEmail(address) && { email: t('lists:email_wrong') }),
    };
    setErrors(missing);
    setRefusal(undefined);
    if (missing.firstName !== undefined) return first.current?.focus();
    if (missing.email !== undefined) return mail.current?.focus();
    const { refused } = await own.add([{ ...person, plusOnes: Math.min(person.plusOnes, company) }]);
    setRefusal(refused);
    if (refused !== undefined) return;
    setTyped(NOBODY);
    toast.success(t(person.email ? 'lists:added_ticket' : 'lists:added', { name: fullName(person) }));
    first.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 phone:grid-cols-2">
        <Field
          ref={first}
          label={t('lists:first_name')}
          autoComplete="off"
          maxLength={100}
          value={typed.firstName}
          error={errors.firstName}
          onChange={({ target }) => setTyped({ ...typed, firstName: target.value })}
        />
        <Field
          label={t('lists:last_name')}
          autoComplete="off"
          maxLength={100}
          value={typed.lastName}
          onChange={({ target }) => setTyped({ ...typed, lastName: target.value })}
        />
      </div>
      <Select
        label={t('lists:company')}
        inputClass="w-[10rem]"
        value={Math.min(typed.plusOnes, company)}
        onChange={({ target }) => setTyped({ ...typed, plusOnes: Number(target.value) })}
      >
        {Array.from({ length: company + 1 }, (_, people) => (
          <option key={people} value={people}>
            {people === 0 ? t('lists:alone') : `+${people}`}
          </option>
        ))}
      </Select>
      {mayMail && (
        <Field
          ref={mail}
          type="email"
          label={t('lists:email')}
          hint={t('lists:email_hint')}
          autoComplete="off"
          value={typed.email}
          error={errors.email}
          onChange={({ target }) => setTyped({ ...typed, email: target.value })}
        />
      )}
      <FormNote text={refusal} />
      <Button type="submit" isPending={own.isPending} pendingLabel={t('lists:adding')}>
        {t('lists:add')}
      </Button>
    </form>
  );
}

function SeveralNames({ own, left, mayMail }: FormProps) {
  const { t } = useTranslation(['common', 'lists']);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const read = readNames(typed);
  const { people, unread } = read;
  const unreadText = () => t('lists:unread', { lines: unread.map(({ text }) => text).join(', ') });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (people.length === 0 && unread.length === 0) return setRefusal(t('lists:several_empty'));
    if (people.length === 0) return setRefusal(unreadText());
    const { added, refused } = await own.add(people);
    // Names that were not added and lines that were not understood remain in the field.
    setTyped(linesLeft(read, added));
    setRefusal(refused ?? (unread.length > 0 ? unreadText() : undefined));
    if (added > 0) toast.success(t('lists:added_many', { count: added }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 pt-3">
      <TextArea
        label={t('lists:names')}
        hint={t(mayMail ? 'lists:names_hint' : 'lists:names_hint_paid')}
        rows={6}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <output className="type-tabular flex flex-wrap gap-x-4 text-muted">
        <span>{t('lists:found', { count: writtenPeople(people) })}</span>
        <span className={writtenPeople(people) > left ? 'font-semibold text-warn' : undefined}>
          {t('lists:places_left', { count: left })}
        </span>
      </output>
      <FormNote text={refusal} />
      <Button type="submit" look="secondary" isPending={own.isPending} pendingLabel={t('lists:adding')}>
        {t('lists:add_several')}
      </Button>
    </form>
  );
}

import { useState } from 'react';
import { z } from 'zod';
import { timeText, toWireTime } from '#shared/dates.ts';
import { momentAtDoor } from '#shared/events/event-times.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { GuestListView } from '#shared/staff/guest-lists.contract.ts';
import { GuestListInput } from '#shared/staff/guest-lists.schemas.ts';
import { readPrice, writePrice } from '#shared/staff/ticket-types.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { useVersionedForm } from '#web/staff/events/use-versioned-form.ts';
import { hourText, type ListChange, priceAtDoor, typedNumber } from './list-form.ts';

const text = z.string();
/** `version` is the one on which the changes are based. */
const ListDraft = z.object({ name: text, allocation: text, freeUntil: text, price: text, mailedTickets: text, version: text });
type Typed = z.infer<typeof ListDraft>;

const typedOf = (list: GuestListView | undefined): Typed =>
  list
    ? {
        name: list.name,
        allocation: String(list.allocation),
        freeUntil: list.freeUntil === null ? '' : timeText(list.freeUntil),
        price: writePrice(list.price),
        mailedTickets: String(list.mailedTickets),
        version: String(list.version),
      }
    : { name: '', allocation: '', freeUntil: '', price: '', mailedTickets: '0', version: '' };

/** The list as it is sent: its hour is the first such time of day after doors open. What is no number or time is left invalid. */
const typedList = (door: Parameters<typeof momentAtDoor>[0]) =>
  ListDraft.transform(({ name, allocation, freeUntil, price, mailedTickets, version }) => {
    const time = writtenTime(freeUntil);
    return {
      name,
      allocation: typedNumber(allocation),
      freeUntil: time === undefined ? freeUntil.trim() || null : toWireTime(momentAtDoor(door, time)),
      // Text that is no price is sent as an invalid one, so that its field is marked.
      price: readPrice(price) === undefined ? -1 : readPrice(price),
      mailedTickets: typedNumber(mailedTickets || '0'),
      version: Number(version),
    };
  }).pipe(GuestListInput.required({ price: true, mailedTickets: true }).extend({ version: z.number() }));

/** `latest`: the list that is changed, in its present state; undefined for a new one. */
type ListDialogProps = ListChange & { event: StaffEventView; latest: GuestListView | undefined; onClose(): void };

/** Adds a list or changes one. What another user saved is shown before it is overwritten. */
export function ListDialog({ event, latest, show, reload, onClose }: ListDialogProps) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff-events', 'forms', 'staff']);
  const { language } = useLanguage();
  const mayGive = useMay()('tickets.give');
  const [schema] = useState(() => typedList({ startsAt: new Date(event.startDate), opensAt: event.opensAt }));
  const form = useVersionedForm({
    schema,
    initial: typedOf(latest),
    saved: latest && typedOf(latest),
    draft: { name: `list-${event.id}-${latest?.id ?? 'new'}`, schema: ListDraft },
    send({ version, mailedTickets, ...fields }, idempotencyKey) {
      const body = { ...fields, ...(mayGive && { mailedTickets }) };
      return latest
        ? staffApi.staffLists.change({ id: latest.id, body: { ...body, version } })
        : staffApi.staffLists.add({ id: event.id, body }, { idempotencyKey });
    },
    show,
    onSaved() {
      toast.success(t('staff-lists:saved'));
      onClose();
    },
    onSettled: reload,
  });
  const isEnded = latest !== undefined && latest.endedAt !== null;
  const hour = form.controlled('freeUntil');
  const newer = form.isNewer && !isEnded ? latest : undefined;
  const control = (name: 'name' | 'allocation' | 'price' | 'mailedTickets') => ({ id: `list-${name}`, ...form.control(name) });
  return (
    <FormDialog
      title={t(latest ? 'staff-lists:change_title' : 'staff-lists:add')}
      form={form}
      submit={isEnded ? undefined : t('staff:save')}
      onOverwrite={newer && form.overwrite}
      onClose={onClose}
    >
      <Field label={t('staff-lists:name')} hint={t('staff-lists:name_hint')} autoComplete="off" {...control('name')} />
      <Field
        label={t('staff-lists:allocation')}
        hint={t('staff-lists:allocation_hint')}
        inputMode="numeric"
        autoComplete="off"
        inputClass="w-28"
        {...control('allocation')}
      />
      <Field
        id="list-freeUntil"
        label={t('staff-lists:hour')}
        hint={t('staff:until_event_ends')}
        inputMode="numeric"
        autoComplete="off"
        inputClass="w-28"
        value={hour.value}
        error={hour.error}
        onChange={({ target }) => hour.onChange(target.value)}
        onBlur={() => hour.onChange(writtenTime(hour.value) ?? hour.value)}
      />
      <Field
        label={t('staff-lists:price_field')}
        hint={t('staff-lists:price_hint')}
        inputMode="decimal"
        autoComplete="off"
        inputClass="w-28"
        {...control('price')}
      />
      {mayGive ? (
        <Field
          label={t('staff-lists:tickets')}
          hint={t('staff-lists:tickets_hint')}
          inputMode="numeric"
          autoComplete="off"
          inputClass="w-28"
          {...control('mailedTickets')}
        />
      ) : (
        <p className="text-muted">{t('staff-lists:tickets_read', { count: latest?.mailedTickets ?? 0 })}</p>
      )}
      {isEnded && <FormNote text={t('staff-lists:stale_ended')} />}
      {newer && (
        <FormNote
          text={t('staff-lists:stale', {
            name: newer.name,
            allocation: newer.allocation,
            hour: hourText(newer.freeUntil, { event, language, t }),
            price: priceAtDoor(newer.price, t),
          })}
        />
      )}
    </FormDialog>
  );
}

import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { moneyText } from '#shared/money.ts';
import { readPrice, TicketTypeInput, typedNumbers, writePrice } from '#shared/staff/ticket-types.schemas.ts';
import type { EventTicketTypesView, TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { zoneText } from '#shared/time-zone.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { MomentField } from '#web/staff/ui/date-field.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { fromControl, toControl } from '#web/staff/components/moment-text.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Checkbox, Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useVersionedForm } from '#web/staff/events/use-versioned-form.ts';

type TicketTypeDialogProps = { event: EventTicketTypesView; edited: TicketTypeView | 'new'; reload(): void; onClose(): void };
/** Prices from here on need a second press. */
const HIGH_PRICE_GEL = 1_000;
const FIELDS = ['name', 'nameLat', 'price', 'allocation', 'onSaleFrom', 'onSaleUntil'] as const;
const HIDDEN = 'hidden';
const text = z.string();
/** `version` is the one on which the changes are based. */
const TicketTypeDraft = z.object({
  isHidden: text,
  name: text,
  nameLat: text,
  price: text,
  allocation: text,
  onSaleFrom: text,
  onSaleUntil: text,
  version: text,
});
type Typed = z.infer<typeof TicketTypeDraft>;

const typedOf = (ticketType: TicketTypeView | 'new'): Typed =>
  ticketType === 'new'
    ? { isHidden: '', name: '', nameLat: '', price: '', allocation: '', onSaleFrom: '', onSaleUntil: '', version: '' }
    : {
        isHidden: ticketType.isHidden ? HIDDEN : '',
        name: ticketType.name,
        nameLat: ticketType.nameLat,
        price: writePrice(ticketType.price),
        allocation: String(ticketType.allocation),
        onSaleFrom: toControl(ticketType.onSaleFrom),
        onSaleUntil: toControl(ticketType.onSaleUntil),
        version: String(ticketType.version),
      };

/** The ticket type as it is sent. A value that is no moment is left invalid, so that its field is marked. */
const TypedTicketType = TicketTypeDraft.transform(({ isHidden, price, allocation, onSaleFrom, onSaleUntil, version, ...names }) => ({
  ...names,
  isHidden: isHidden === HIDDEN,
  ...typedNumbers({ price, allocation }),
  onSaleFrom: fromControl(onSaleFrom),
  onSaleUntil: fromControl(onSaleUntil),
  version: Number(version),
})).pipe(TicketTypeInput.safeExtend({ isHidden: z.boolean(), version: z.number() }));

/** Adds a ticket type or changes one. What another user saved is shown before it is overwritten. */
export function TicketTypeDialog({ event, edited, reload, onClose }: TicketTypeDialogProps) {
  const { t } = useTranslation(['common', 'staff-ticket-types', 'staff-events', 'forms', 'staff', 'staff-orders']);
  const latest = edited === 'new' ? undefined : event.ticketTypes.find(({ id }) => id === edited.id);
  const form = useVersionedForm({
    schema: TypedTicketType,
    initial: typedOf(edited),
    saved: latest && typedOf(latest),
    draft: { name: `ticket-type-${event.id}-${edited === 'new' ? 'new' : edited.id}`, schema: TicketTypeDraft },
    send: ({ version, ...body }, idempotencyKey) =>
      edited === 'new'
        ? staffApi.staffTicketTypes.add({ id: event.id, body }, { idempotencyKey })
        : staffApi.staffTicketTypes.change({ id: edited.id, body: { ...body, version } }),
    onSaved() {
      toast.success(t('staff-ticket-types:saved'));
      onClose();
    },
    onSettled: reload,
  });
  const newer = form.isNewer ? latest : undefined;
  /** An unusual price is saved by a second press. */
  const price = readPrice(form.typed.price) ?? 0;
  const [doubted, setDoubted] = useState<number>();
  const isHigh = doubted === price && price >= HIGH_PRICE_GEL;
  const trySubmit = (pressed: FormEvent) => {
    const isSaved = edited !== 'new' && price === edited.price;
    if (price < HIGH_PRICE_GEL || isHigh || isSaved) return form.submit(pressed);
    pressed.preventDefault();
    setDoubted(price);
  };
  const hidden = form.controlled('isHidden');
  const control = (name: (typeof FIELDS)[number]) => ({ id: `ticket-type-${name}`, ...form.control(name) });
  const moment = (name: 'onSaleFrom' | 'onSaleUntil') => ({ id: `ticket-type-${name}`, ...form.controlled(name) });
  const taken =
    latest && latest.sold + latest.held > 0 ? t('staff-ticket-types:allocation_hint', { sold: latest.sold, held: latest.held }) : undefined;
  return (
    <FormDialog
      title={t(edited === 'new' ? 'staff:add_ticket_type' : 'staff-ticket-types:edit_title')}
      form={form}
      onSubmit={trySubmit}
      submit={t(isHigh ? 'staff-ticket-types:save_high' : 'staff:save')}
      onOverwrite={newer && form.overwrite}
      onClose={onClose}
    >
      <Field label={t('staff-events:field.name')} lang="ka" {...control('name')} />
      <Field label={t('staff-events:field.nameLat')} lang="en" {...control('nameLat')} />
      <div className="grid items-end gap-5 tablet:grid-cols-2">
        <Field label={t('staff-orders:csv.price')} hint={t('staff-ticket-types:price_hint')} inputMode="decimal" {...control('price')} />
        <Field
          label={t('staff-ticket-types:allocation')}
          hint={taken ?? t('staff-ticket-types:allocation_available', { capacity: event.places.capacity })}
          inputMode="numeric"
          {...control('allocation')}
        />
      </div>
      <Checkbox
        id="ticket-type-isHidden"
        label={t('staff-ticket-types:hidden')}
        hint={t('staff-ticket-types:hidden_hint')}
        checked={hidden.value === HIDDEN}
        onChange={({ target }) => hidden.onChange(target.checked ? HIDDEN : '')}
      />
      <MomentField
        label={t('staff-ticket-types:sale_from')}
        hint={t('staff-ticket-types:sale_from_hint', { zone: zoneText(t) })}
        {...moment('onSaleFrom')}
      />
      <MomentField label={t('staff-ticket-types:sale_until')} hint={t('staff:until_event_ends')} {...moment('onSaleUntil')} />
      {isHigh && (
        <p role="alert" className="border border-warn p-4">
          {t('staff-ticket-types:high_price', { price: moneyText(price) })}
        </p>
      )}
      {newer && <Newer ticketType={newer} />}
      {edited !== 'new' && !newer && <p className="text-muted">{t('staff-ticket-types:price_unchanged')}</p>}
    </FormDialog>
  );
}

/** The ticket type in its present state. */
function Newer({ ticketType }: { ticketType: TicketTypeView }) {
  const { t } = useTranslation('staff-ticket-types');
  const { name, nameLat, price, allocation } = ticketType;
  const cost = price === null ? t('no_price') : moneyText(price);
  return <FormNote text={t('stale', { name, nameLat, price: cost, allocation })} />;
}

import { z } from 'zod';
import { moneyText } from '#shared/money.ts';
import type { UsualEvent } from '#shared/staff/events.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useStoredDraft } from '#web/staff/components/staff-form.ts';
import { Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketType = UsualEvent['ticketTypes'][number];

/** `dropped`: the ready ticket types that this event will not get, by their English names. */
const ExtrasDraft = z.object({ verifiedOnly: z.boolean(), dropped: z.array(z.string()) });

/** Further fields of a new event: who may buy, and the ready ticket types. They survive a reload. */
export function useExtras({ verifiedOnly, ticketTypes }: UsualEvent) {
  const fresh = { verifiedOnly, dropped: [] };
  const { value, isRestored, change, reset } = useStoredDraft('night-new-extras', ExtrasDraft, fresh);
  const isTaken = ({ nameLat }: TicketType) => !value.dropped.includes(nameLat);
  const taken = ticketTypes.filter(isTaken);
  return {
    ticketTypes,
    isVerifiedOnly: value.verifiedOnly,
    isTaken,
    setVerifiedOnly: (next: boolean) => change({ ...value, verifiedOnly: next }),
    take({ nameLat }: TicketType, isWanted: boolean): void {
      const others = value.dropped.filter((name) => name !== nameLat);
      change({ ...value, dropped: isWanted ? others : [...others, nameLat] });
    },
    /** The part of the call's body. */
    sent: {
      verifiedOnly: value.verifiedOnly,
      ticketTypes: taken.map((ticketType) => ({ ...ticketType, onSaleFrom: null, onSaleUntil: null })),
    },
    isSelling: taken.some(({ price }) => price !== null),
    isRestored,
    isDirty: value.verifiedOnly !== fresh.verifiedOnly || value.dropped.length > 0,
    forget: () => reset(fresh),
  };
}

/** Who may buy, and which ready ticket types the event begins with. */
export function NewEventExtras({ extras }: { extras: ReturnType<typeof useExtras> }) {
  const { t } = useTranslation(['staff-nights', 'staff-guests', 'staff-ticket-types']);
  const { language } = useLanguage();
  const textOf = ({ name, nameLat, price, allocation }: TicketType) =>
    t('staff-nights:ready.ticketType', {
      name: language === 'ka' ? name : nameLat,
      price: price === null ? t('staff-ticket-types:no_price') : price === 0 ? t('staff-ticket-types:free_of_charge') : moneyText(price),
      allocation,
    });
  return (
    <>
      <Checkbox
        label={t('staff-guests:verified_only.label')}
        hint={t('staff-nights:ready.verified_hint')}
        checked={extras.isVerifiedOnly}
        onChange={({ target }) => extras.setVerifiedOnly(target.checked)}
      />
      {extras.ticketTypes.length > 0 && (
        <fieldset>
          <legend className="mb-2 font-semibold">{t('staff-nights:ready.title')}</legend>
          <p className="text-muted">{t('staff-nights:ready.hint')}</p>
          {extras.ticketTypes.map((ticketType) => (
            <Checkbox
              key={ticketType.nameLat}
              label={textOf(ticketType)}
              checked={extras.isTaken(ticketType)}
              onChange={({ target }) => extras.take(ticketType, target.checked)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

import { moneyText } from '#shared/money.ts';
import { openingDays, openingTimes } from '#shared/opening.ts';
import { readOpening } from '#shared/written-opening.ts';
import { readTicketTypes } from '#shared/site-texts/ready-ticket-types.ts';
import { textOfKey } from '#shared/site-texts/site-texts.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Returns a stored value as people read it: hours, yes or no, and ticket types have their own formats. */
export function useShownValue(): (key: string, value: string) => string {
  const { t } = useTranslation(['common', 'staff-site-content']);
  return (key, value) => {
    const kind = textOfKey(key)?.kind;
    if (kind === 'yesno') return t(value === 'yes' ? 'staff-site-content:yes' : 'staff-site-content:no');
    if (kind === 'ticketTypes') {
      const lines = readTicketTypes(value).map(({ nameLat, name, price, allocation }) =>
        [`${nameLat} / ${name}`, ...(price === null ? [] : [moneyText(price)]), String(allocation)].join(', '),
      );
      return lines.join('\n') || t('staff-site-content:ticketTypes.none');
    }
    if (kind === 'logo') return value && t('staff-site-content:logo.size', { kilobytes: Math.ceil(value.length / 1000) });
    const opening = kind === 'opening' ? readOpening(value) : undefined;
    return opening ? `${openingDays(opening, t)} ${openingTimes(opening)}` : value;
  };
}

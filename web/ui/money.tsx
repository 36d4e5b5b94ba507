import { moneyText } from '#shared/money.ts';

/** A price. This file and `date-text.tsx` are the only formatters in the browser. */
export function Money({ gel }: { gel: number }) {
  return <span className="type-tabular whitespace-nowrap">{moneyText(gel)}</span>;
}

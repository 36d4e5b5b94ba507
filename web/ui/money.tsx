import { moneyText } from '#shared/money.ts';

/** A price. With `date-text.tsx` the only place of the browser that formats. */
export function Money({ gel }: { gel: number }) {
  return <span className="type-tabular whitespace-nowrap">{moneyText(gel)}</span>;
}

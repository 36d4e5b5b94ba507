import { addDays } from '#shared/dates.ts';
import type { Night } from './demo-schedule.ts';

/** A price release of a demo event; prices in tetri. */
export type DemoRelease = {
  name: string;
  nameLat: string;
  priceTetri: number | null;
  quota: number;
  onSaleFrom?: Date;
  onSaleUntil?: Date;
};

const SALE_OPENS_IN_DAYS = 3;

const early = { name: 'ადრეული', nameLat: 'Early', priceTetri: 3500, quota: 100 };
const regular = { name: 'სტანდარტული', nameLat: 'Regular', priceTetri: 4500, quota: 250 };
const atTheDoor = { name: 'კართან', nameLat: 'At the door', priceTetri: 4000, quota: 120 };

/** On sale now, the cheaper release first. */
export const selling = (): DemoRelease[] => [early, regular];

/** The early sale is over, and whoever comes now still gets in. */
export const sellingAtTheDoor = ({ startsAt }: Night): DemoRelease[] => [{ ...early, onSaleUntil: startsAt }, atTheDoor];

/** A sale that opens in a few days. */
export function sellingSoon(now: Date): DemoRelease[] {
  const onSaleFrom = addDays(now, SALE_OPENS_IN_DAYS);
  return [
    { ...early, onSaleFrom },
    { ...regular, onSaleFrom },
  ];
}

/** Announced, without a price so far. */
export const withoutPrice = (): DemoRelease[] => [{ ...regular, priceTetri: null }];

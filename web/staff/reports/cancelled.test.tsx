import { expect, test } from 'vitest';
import { MemoryRouter } from 'react-router';
import { LANGUAGES } from '#shared/constants.ts';
import { show, siteTranslator } from '#tests/setup/show.tsx';
import { ReportTable, rowsOfEvents } from './report-table.tsx';

const sum = { currency: 'GEL', sold: 2, given: 0, came: 0, gross: 20, refunded: 0, net: 20, listed: 0, noShows: 2, guests: 2, again: 0 };
const event = { id: 7, name: 'ქარხანა', nameLat: 'Karkhana', state: 'cancelled', startDate: '2026-11-20T23:00:00+04:00' } as const;

test.each(LANGUAGES)('the numbers say of a cancelled event whether its money was refunded, in %s', (language) => {
  const { t } = siteTranslator(language);
  const wordOf = (money: { refunded: number; net: number }) => {
    const items = [{ ...sum, ...money, event, offered: 400, capacity: 400 }];
    const html = show(
      <MemoryRouter>
        <ReportTable caption="Events" rows={rowsOfEvents(items)} />
      </MemoryRouter>,
      language,
    );
    return (['cancelled_not_refunded', 'cancelled_partly', 'cancelled'] as const).find((key) => html.includes(t(`staff-reports:${key}`)));
  };
  expect(wordOf({ refunded: 0, net: 20 })).toBe('cancelled_not_refunded');
  expect(wordOf({ refunded: 10, net: 10 })).toBe('cancelled_partly');
  expect(wordOf({ refunded: 20, net: 0 })).toBe('cancelled');
});

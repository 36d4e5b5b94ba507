// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { type Column, DataTable, PagedTable } from './data-table.tsx';
import type { Selection } from './selection.tsx';

type Row = { id: number; name: string; sold: number };

const ROWS: Row[] = [
  { id: 1, name: 'Nika', sold: 9 },
  { id: 2, name: 'ანა', sold: 20 },
  { id: 3, name: 'Lado', sold: 100 },
];

const COLUMNS: Column<Row>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { key: 'sold', title: 'Sold', isNumber: true, cell: ({ sold }) => sold, sortBy: ({ sold }) => sold, sum: (rows) => rows.length },
];

async function show(address: string, selection?: Selection<Row>, rows = ROWS) {
  const element = <DataTable caption="Promoters" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} selection={selection} />;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  showStaff(<RouterProvider router={router} />);
  return router;
}

const namesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1, 4)
    .map((row) => row.textContent?.match(/Nika|ანა|Lado/)?.[0]);

test('rows keep their order until a column is chosen: numbers from the largest, and the address has it', async () => {
  const router = await show('/promoters?state=live');
  const state = () => router.state.location.search;
  const press = () => fireEvent.click(within(screen.getByRole('table')).getByRole('button', { name: 'Sold' }));
  expect(namesShown()).toEqual(['Nika', 'ანა', 'Lado']);
  const head = () => screen.getAllByRole('columnheader')[1];
  press();
  expect([namesShown(), head()?.getAttribute('aria-sort'), state()]).toEqual([
    ['Lado', 'ანა', 'Nika'],
    'descending',
    '?state=live&sort=-sold',
  ]);
  press();
  expect([namesShown(), head()?.getAttribute('aria-sort'), state()]).toEqual([
    ['Nika', 'ანა', 'Lado'],
    'ascending',
    '?state=live&sort=sold',
  ]);
  press();
  expect([head()?.getAttribute('aria-sort'), state()]).toEqual(['none', '?state=live']);
});

test('an order of the address is shown, and one that no column has is ignored', async () => {
  await show('/promoters?sort=name');
  expect(namesShown()).toEqual(['Lado', 'Nika', 'ანა']);
});

test('an unknown order of the address is ignored', async () => {
  await show('/promoters?sort=-money');
  expect(namesShown()).toEqual(['Nika', 'ანა', 'Lado']);
});

test('a command gets the chosen rows that it fits', async () => {
  const got: number[][] = [];
  const selection: Selection<Row> = {
    nameOf: ({ name }) => name,
    commands: [{ name: 'Export', fits: ({ sold }) => sold > 10, run: (rows) => got.push(rows.map(({ id }) => id)) }],
  };
  await show('/promoters', selection);
  expect(screen.queryByRole('toolbar')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Nika' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(got).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(got).toEqual([[2, 3]]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('rows that were chosen are forgotten with the filter in which they were chosen', () => {
  const selection = { nameOf: ({ name }: Row) => name, commands: [] };
  const pages = { items: ROWS, isFetching: false, error: null, hasMore: false, more() {}, reload() {}, replace() {} };
  const table = (key: string) => (
    <MemoryRouter>
      <PagedTable caption="Guests" columns={COLUMNS} pages={{ ...pages, key }} keyOf={({ id }) => id} empty="" selection={selection} />
    </MemoryRouter>
  );
  const { rerender } = showStaff(table('all'));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select ანა' }));
  rerender(table('all'));
  expect(screen.getByRole('toolbar')).toBeTruthy();
  rerender(table('paid'));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

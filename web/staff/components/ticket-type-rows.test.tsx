// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { READY_TICKET_TYPES_MAX } from '#shared/site-texts/ready-ticket-types.ts';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { TicketTypeRows } from './ticket-type-rows.tsx';

test('the focus goes to Add when a row is removed, also from as many rows as possible', () => {
  function Rows() {
    const names = Array.from({ length: READY_TICKET_TYPES_MAX }, (_, place) => `Type ${place + 1}`);
    const [rows, setRows] = useState(names.map((name) => ({ name, nameLat: name, price: '1', allocation: '1' })));
    return <TicketTypeRows rows={rows} idOf={(row, part) => `${row}-${part}`} errorOf={() => undefined} onChange={setRows} />;
  }
  showStaff(<Rows />);
  expect(screen.queryByRole('button', { name: 'Add ticket type' })).toBeNull();
  for (const name of ['Type 10', 'Type 9']) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add ticket type' }));
  }
});

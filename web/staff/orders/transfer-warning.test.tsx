// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { TransferWarning } from './refund-dialog.tsx';

test('the dialog of a refund says that a friend has the ticket, and only then', () => {
  const shown = showStaff(<TransferWarning ids={[12]} />);
  expect(shown.getByRole('status').textContent).toBe('Transferred to friends: 12. These tickets stop working; the buyer gets the refund.');
  shown.rerender(<TransferWarning ids={[]} />);
  expect(shown.queryByRole('status')).toBeNull();
});

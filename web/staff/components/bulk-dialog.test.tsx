// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { createQueryClient } from '#web/staff/staff-api.ts';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

test('a right that is lost during a bulk command is noticed, as by any other command', async () => {
  const refused = vi.fn();
  function Dialog() {
    const [client] = useState(() => createQueryClient(refused));
    return (
      <QueryClientProvider client={client}>
        <BulkDialog
          title="Verify 1 guest"
          text=""
          confirm="Verify"
          rows={[{ id: 1 }]}
          nameOf={() => 'Nika'}
          send={() => Promise.reject(new ApiError(403, { code: 'forbidden', params: { right: 'guests.decide' } }))}
          onClose={() => undefined}
          onDone={() => undefined}
        />
      </QueryClientProvider>
    );
  }
  showStaff(<Dialog />);
  fireEvent.click(screen.getByRole('button', { name: /^Verify/ }));
  await screen.findByRole('button', { name: /^Try again \(1\)/ });
  expect(refused).toHaveBeenCalledOnce();
});

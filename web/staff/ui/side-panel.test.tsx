// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { SidePanel } from './side-panel.tsx';

test('a panel whose close is asked for twice goes back once', async () => {
  const panel = (
    <SidePanel label="Order 7" list="/staff/orders">
      The order
    </SidePanel>
  );
  const routes = [
    { path: '/staff/orders/7', element: panel },
    { path: '*', element: 'Another page' },
  ];
  const over = { pathname: '/staff/orders/7', state: { isOver: true } };
  const router = createMemoryRouter(routes, { initialEntries: ['/staff', '/staff/orders', over] });
  const went: string[] = [];
  router.subscribe(({ location }) => went.push(location.pathname));
  showStaff(<RouterProvider router={router} />);
  const close = screen.getByRole('button', { name: 'Close' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/staff/orders/7'));
  expect(went.at(-1)).toBe('/staff/orders');
});

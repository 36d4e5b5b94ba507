import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { RequireRight } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { NeedsScript } from '#web/ui/states.tsx';
import { RightsProvider } from './rights.tsx';
import { createQueryClient } from './staff-api.ts';
import { StaffFrame } from './staff-frame.tsx';

/** The console of the people who run the club; its sections are the routes inside it (sections.ts). */
export default function StaffPage() {
  // The cached data ends with the console: the next user reads with their own rights.
  const [client] = useState(createQueryClient);
  return (
    <>
      <NeedsScript />
      <RequireRight right="console.open">
        {(rights) => (
          <RightsProvider rights={rights}>
            <QueryClientProvider client={client}>
              <StaffFrame>
                <Outlet />
              </StaffFrame>
            </QueryClientProvider>
          </RightsProvider>
        )}
      </RequireRight>
    </>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('staff:title'), path: paths.staff });

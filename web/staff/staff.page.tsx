import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Confirmation } from '#web/accounts/second-factor/confirmation.tsx';
import { askForSecondFactor, SecondFactorNotice } from '#web/accounts/second-factor/second-factor-due.tsx';
import { RequireRight } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { NeedsScript } from '#web/ui/states.tsx';
import { AlertBar } from './alert-bar.tsx';
import { RightsProvider } from './rights.tsx';
import { createQueryClient } from './staff-api.ts';
import { StaffFrame } from './staff-frame.tsx';
import { ConsoleLocale } from './ui/locale.tsx';

/** The staff console; its sections are the routes inside it (sections.ts). */
export default function StaffPage() {
  return (
    <>
      <NeedsScript />
      <RequireRight right="console.open" without={insideFrame}>
        {(rights, reload, { secondFactorDue }) => (
          <RightsProvider rights={rights}>
            <ConsoleLocale>
              <Queries onRefused={reload}>
                <StaffFrame>
                  {secondFactorDue?.step === 'set_up' && <SecondFactorNotice due={secondFactorDue} />}
                  <AlertBar />
                  <Outlet />
                </StaffFrame>
                {/* It opens over the console's dialogs, which make all else inert. */}
                <div data-react-aria-top-layer="true">
                  <Confirmation />
                </div>
              </Queries>
            </ConsoleLocale>
          </RightsProvider>
        )}
      </RequireRight>
    </>
  );
}

/** The frame, which has the target of the skip link, appears with the rights. */
function insideFrame(...user: Parameters<typeof askForSecondFactor>): ReactNode {
  const question = askForSecondFactor(...user);
  return (
    question && (
      <div id="main" tabIndex={-1}>
        {question}
      </div>
    )
  );
}

/** The cached data ends with the console: the next user reads with their own rights. */
function Queries({ onRefused, children }: { onRefused: () => void; children: ReactNode }) {
  const [client] = useState(() => createQueryClient(onRefused));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export const meta: Meta = ({ t }) => ({ title: t('staff:title'), path: paths.staff });

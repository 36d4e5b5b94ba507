import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Confirmation } from '#web/accounts/second-factor/confirmation.tsx';
import { askForSecondFactor, SecondFactorNotice } from '#web/accounts/second-factor/second-factor-due.tsx';
import { RequireRight } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { NeedsScript } from '#web/ui/states.tsx';
import { MailTrouble } from './mail-trouble.tsx';
import { RightsProvider } from './rights.tsx';
import { createQueryClient } from './staff-api.ts';
import { StaffFrame } from './staff-frame.tsx';

/** The console of the people who run the club; its sections are the routes inside it (sections.ts). */
export default function StaffPage() {
  return (
    <>
      <NeedsScript />
      <RequireRight right="console.open" without={insideFrame}>
        {(rights, reload, { secondFactorDue }) => (
          <RightsProvider rights={rights}>
            <Queries onRefused={reload}>
              <StaffFrame>
                {secondFactorDue?.step === 'set_up' && <SecondFactorNotice due={secondFactorDue} />}
                <MailTrouble />
                <Outlet />
              </StaffFrame>
              <Confirmation />
            </Queries>
          </RightsProvider>
        )}
      </RequireRight>
    </>
  );
}

/** The frame, which has the target of the skip link, comes with the rights. */
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

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { Confirmation } from '#web/accounts/second-factor/confirmation.tsx';
import { askForSecondFactor, SecondFactorNotice } from '#web/accounts/second-factor/second-factor-due.tsx';
import { RequireRight } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { NeedsScript } from '#web/ui/states.tsx';
import { SECOND_MS } from '#shared/durations.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { RightsProvider, LinkWith, OnlyWith } from './rights.tsx';
import { createQueryClient, staffApi, staffPath } from './staff-api.ts';
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
                  <MailTrouble />
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

const ASK_AGAIN_MS = 30 * SECOND_MS;

/** Shows on every screen of the console that no mail is sent, because a mail about it would not be sent either. */
function MailTrouble() {
  return (
    <OnlyWith right="alerts.handle">
      <Notice />
    </OnlyWith>
  );
}

function Notice() {
  const { t } = useTranslation('staff');
  const { data } = useQuery({
    queryKey: ['mail-trouble'],
    queryFn: ({ signal }) => staffApi.alertInbox.list({}, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
  if (!data?.items.some(({ kind }) => kind === 'mails_stuck')) return null;
  return (
    <output className="no-print block mb-5 border-s-4 border-danger ps-4">
      <span className="block">
        <strong>{t('mail_trouble.title')}</strong> {t('mail_trouble.text')}
      </span>
      <LinkWith right="mails.manage" to={staffPath('enquiries/mails')} className="link inline-flex min-h-11 items-center">
        {t('mail_trouble.link')}
      </LinkWith>
    </output>
  );
}

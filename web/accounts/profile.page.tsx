import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { paths } from '#shared/paths.ts';
import { RequireUser } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { hasKeptTickets } from '#web/tickets/kept-tickets.ts';
import { YourData } from '#web/privacy/your-data.tsx';
import { MyTickets } from '#web/tickets/my-tickets.tsx';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { PageBody } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { loadCover, ProfileCover } from './profile-cover.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileHead } from './profile-head.tsx';
import { SecuritySection } from './security-section.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useLogout } from './use-logout.ts';
import { useProfile } from './use-profile.ts';

/** Anybody's: it comes with the page, before it is known whose profile it is. */
export const loader = loadCover;

export default function ProfilePage() {
  // The same component before and after: what both show, the cover, stays in its place.
  return (
    <RequireUser outline={<OwnProfile isKnown={false} />}>
      <OwnProfile isKnown />
    </RequireUser>
  );
}

function OwnProfile({ isKnown }: { isKnown: boolean }) {
  const { profile, keep, isAway, reload } = useProfile(isKnown, hasKeptTickets);
  if (isAway) return <WithoutNetwork onRetry={reload} />;
  return (
    // So high that the footer does not move in view.
    <PageBody className="flex min-h-dvh flex-col gap-12">
      <div className="flex flex-col gap-6">
        {!profile && <NeedsScript />}
        <ProfileCover>{profile && <StatusBadge status={profile.status} />}</ProfileCover>
        {profile ? <ProfileHead profile={profile} /> : <Boxes />}
      </div>
      {profile && <Loaded profile={profile} onSaved={keep} />}
    </PageBody>
  );
}

function Loaded({ profile, onSaved }: { profile: ProfileView; onSaved(profile: ProfileView): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const logout = useLogout();
  return (
    <>
      <div className="flex max-w-225 flex-col gap-12">
        <ProfileFacts profile={profile} />
        <ProfileDetails profile={profile} onSaved={onSaved} />
      </div>
      <Tickets />
      <SecuritySection email={profile.email} />
      <YourData email={profile.email} />
      <div>
        <Button look="quiet" size="small" className="-ms-1 wrap-anywhere" onClick={() => void logout()}>
          {t('accounts:profile.logout')}
        </Button>
      </div>
    </>
  );
}

/** The tickets this device keeps, and nothing else about the guest. */
function WithoutNetwork({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <PageBody className="flex flex-col gap-6">
      <FittedText as="h1" className="type-display-l">
        {t('tickets:title')}
      </FittedText>
      <MyTickets onRetry={onRetry} />
    </PageBody>
  );
}

/** Opens and closes the tickets; they are loaded the first time. */
function Tickets() {
  const { t } = useTranslation(['common', 'accounts']);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const toggle = () => {
    setOpened(true);
    setOpen(!isOpen);
  };
  return (
    <section className="flex flex-col gap-6">
      <div>
        <Button look="secondary" aria-expanded={isOpen} aria-controls="my-tickets" onClick={toggle}>
          {t(isOpen ? 'accounts:profile.collapse' : 'accounts:profile.my_tickets')}
        </Button>
      </div>
      <div id="my-tickets" hidden={!isOpen}>
        {wasOpened && <MyTickets />}
      </div>
    </section>
  );
}

/** Of what is to come. */
function Boxes() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <>
      <p aria-busy="true" className="sr-only">
        {t('accounts:profile.loading')}
      </p>
      <Skeleton className="h-18 w-full max-w-160" />
      <Skeleton className="h-40 w-full" />
    </>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:profile.title'), path: paths.profile });

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { forgetDraft, PROFILE_DRAFT } from '#web/lib/drafts.ts';
import { errorText, isAway } from '#web/lib/error-text.ts';
import { RequireUser } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useLogout } from '#web/lib/use-logout.ts';
import { YourData } from '#web/privacy/your-data.tsx';
import { MyTickets } from '#web/tickets/my-tickets.tsx';
import { loadNextTicket, NextTicket, type NextTicketData } from '#web/tickets/next-ticket.tsx';
import { hasStoredTickets } from '#web/tickets/own-tickets.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { PageBody } from '#web/ui/page.tsx';
import { ErrorState, NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Confirmation } from '#web/accounts/second-factor/confirmation.tsx';
import { Disclosure } from './disclosure.tsx';
import { NewsletterChoice } from './newsletter-choice.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { loadCover, ProfileCover, ProfileFacts, ProfileHead, StatusMeaning } from './profile-head.tsx';
import { WaitingTickets } from './waiting-tickets.tsx';

export const meta: Meta = ({ t }) => ({ title: t('accounts:profile.title'), path: paths.profile });

/** The cover is the same for everyone, so it is loaded before the user is known. */
export const loader = loadCover;

export default function ProfilePage() {
  // One component before and after the profile has loaded, so that the cover does not move.
  return (
    <RequireUser outline={<OwnProfile isKnown={false} />}>
      <OwnProfile isKnown />
    </RequireUser>
  );
}

function OwnProfile({ isKnown }: { isKnown: boolean }) {
  const { profile, show, isAway, reload } = useProfile(isKnown, hasStoredTickets);
  // Awaited, so that nothing moves when it has loaded.
  const next = useLoad(isKnown ? loadNextTicket : undefined, []);
  const shown = next.state === 'ready' ? profile : undefined;
  if (isAway) return <WithoutNetwork onRetry={reload} />;
  return (
    // At least as high as the window, so that the footer does not move in view.
    <PageBody className="min-h-(--view)">
      {!shown && <NeedsScript />}
      <div className={columns}>
        {shown ? (
          <div className={ticketColumn}>
            <ProfileHead profile={shown} addToCart={addChosen} />
            <Tickets profile={shown} next={next.data} onSaved={show} />
          </div>
        ) : (
          <Boxes />
        )}
        <div className="flex flex-col gap-12 min-[80rem]:col-start-2 min-[80rem]:row-span-2 min-[80rem]:row-start-1">
          <ProfileCover />
          {shown && (
            <>
              <ProfileDetails profile={shown} onSaved={show} />
              <ProfileFacts profile={shown} onSaved={show} />
            </>
          )}
        </div>
        {shown && <Rest profile={shown} onSaved={show} />}
      </div>
    </PageBody>
  );
}

/** On wide screens the facts about the guest are beside the tickets. */
const columns = 'grid grid-cols-1 gap-12 min-[80rem]:grid-cols-[minmax(0,1fr)_24rem] min-[80rem]:grid-rows-[auto_1fr] min-[80rem]:gap-x-16';
const ticketColumn = 'flex flex-col gap-4 tablet:gap-6';

type LoadedProps = { profile: ProfileView; onSaved(profile: ProfileView): void };

/** The part below the tickets; with one column, below all else. */
function Rest({ profile, onSaved }: LoadedProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const logout = useLogout();
  const leave = () => {
    forgetDraft(PROFILE_DRAFT);
    void logout(t('accounts:profile.logged_out'));
  };
  return (
    <>
      <div className="flex flex-col gap-12">
        <NewsletterChoice profile={profile} onSaved={(change) => onSaved({ ...profile, ...change })} />
        <SecuritySection email={profile.email} />
        <Button look="quiet" size="small" className="-ms-1 self-start wrap-anywhere" onClick={leave}>
          {t('accounts:profile.logout')}
        </Button>
        <YourData email={profile.email} isEmailProved={profile.isEmailProved} />
      </div>
      <Confirmation />
    </>
  );
}

/** Loaded at the press, because few logins begin at a ticket. */
async function addChosen(event: EventView) {
  const [{ addToCart }, { promoCodeFor }] = await Promise.all([import('#web/cart/cart.ts'), import('#web/cart/promo-codes.ts')]);
  return addToCart(event, promoCodeFor(event.id));
}

/** Without a network: the tickets stored on this device, and nothing else about the guest. */
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

/**
 * The next ticket, open, and below it all own tickets, fetched when they are first opened; a link to them opens them. While they are open,
 * the next ticket is one of them; if the list fails, its code is still shown.
 */
function Tickets({ profile, next, onSaved }: LoadedProps & { next: NextTicketData }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { part, isWanted } = useWantedPart('#my-tickets');
  return (
    <div className={`group ${ticketColumn}`}>
      {next && (
        <div className="group-has-[#my-tickets:not([hidden])]:hidden group-has-[#my-tickets_[role=alert]]:block!">
          <NextTicket {...next} />
        </div>
      )}
      <section ref={part} className={ticketColumn}>
        <h2 className="sr-only">{t('accounts:profile.my_tickets')}</h2>
        <Disclosure
          key={`${isWanted}`}
          id="my-tickets"
          isOpenAtFirst={isWanted}
          open={t('accounts:profile.my_tickets')}
          close={t('accounts:profile.collapse')}
        >
          <MyTickets
            isEmailProved={profile.isEmailProved}
            WaitingNote={WaitingTickets}
            onProved={() => onSaved({ ...profile, isEmailProved: true })}
          />
        </Disclosure>
      </section>
      <StatusMeaning status={profile.status} />
    </div>
  );
}

/** Scrolls to the part of the page that the address names: the profile loads after the navigation, which found no target. */
function useWantedPart(hash: string) {
  const part = useRef<HTMLElement>(null);
  const isWanted = useLocation().hash === hash;
  useEffect(() => {
    if (isWanted) part.current?.scrollIntoView();
  }, [isWanted]);
  return { part, isWanted };
}

/** The outlines of a profile that is loading. */
function Boxes() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div className={ticketColumn}>
      <p aria-busy="true" className="sr-only">
        {t('accounts:profile.loading')}
      </p>
      <Skeleton className="h-18 w-full max-w-160" />
      <Skeleton className="h-100 w-full max-w-200" />
    </div>
  );
}

const LEAVING_MS = 1_000;
/** After this time the stored tickets are offered instead of the profile. */
const WAIT_MS = 6_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type ShownProfile = { profile: ProfileView | undefined; show(profile: ProfileView): void; isAway: boolean; reload(): void };

/**
 * The user's own profile. If it cannot be loaded or has no valid id, a toast says so and the token is removed (spec §4); the guard then
 * leads to the login. Nothing is requested before `isKnown`: who is signed in. Without a network the token is kept if the screen
 * `canDoWithout` the profile: `isAway`.
 */
function useProfile(isKnown: boolean, canDoWithout: () => boolean): ShownProfile {
  const { t } = useTranslation(['common', 'accounts']);
  const load = async (signal: AbortSignal) => {
    try {
      const limit = canDoWithout() ? AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]) : signal;
      const profile = await api.accounts.me({}, { signal: limit });
      if (!(profile.id > 0)) throw new Error('A profile without an id.');
      return profile;
    } catch (error) {
      // A browser that leaves the page first aborts its requests: a reload must not sign the user out.
      if (error instanceof ApiError && error.status === 0) await pause(LEAVING_MS);
      if (isAway(error) && canDoWithout()) throw error;
      // A screen that was left shows no message, unless this request ended the session.
      if (!signal.aborted || session.token() === null) toast.error(t('accounts:profile.load_failed'));
      if (!signal.aborted) session.signOut();
      throw error;
    }
  };
  const loaded = useLoad(isKnown ? load : undefined, []);
  const profile = loaded.data;
  return { profile, show: loaded.show, isAway: !profile && loaded.state === 'failed' && isAway(loaded.error), reload: loaded.reload };
}

/** Password, second factors and devices; their script loads when they are opened, or at once for `#security`. */
function SecuritySection({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { part, isWanted } = useWantedPart('#security');
  return (
    <section ref={part} aria-labelledby="security" className="flex w-full flex-col gap-6">
      <FittedText as="h2" id="security" className="type-display-s">
        {t('accounts:security.title')}
      </FittedText>
      <Disclosure id="security-body" open={t('accounts:security.open')} close={t('accounts:security.close')} isOpenAtFirst={isWanted}>
        <Fetched email={email} />
      </Disclosure>
    </section>
  );
}

function Fetched({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const script = useLoad(() => import('./security.tsx'), []);
  if (script.state === 'failed') return <ErrorState message={errorText(script.error, t)} onRetry={script.reload} />;
  if (!script.data) return <Skeleton className="h-120 w-full" />;
  const { Security } = script.data;
  return <Security email={email} />;
}

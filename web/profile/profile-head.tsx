import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import OctagonX from 'lucide-react/icons/octagon-x';
import Star from 'lucide-react/icons/star';
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLoaderData } from 'react-router';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import type { Api } from '#shared/api.ts';
import { type Status, STATUSES } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import { rightsIn } from '#web/lib/guard.tsx';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { forgetReturnTo, returnTo } from '#web/lib/return-to.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { Picture, Poster } from '#web/ui/picture.tsx';
import { useChosenEvent } from '#web/accounts/chosen-event.tsx';
import type { AddChosen } from './chosen-ticket.tsx';
import { EmailChangeLine } from './email-change-line.tsx';
import { ProofLine } from './proof-line.tsx';

const ChosenTicket = lazy(async () => ({ default: (await import('./chosen-ticket.tsx')).ChosenTicket }));

/** The welcome, the status, and for staff the links to the scanner and the console. */
export function ProfileHead({ profile, addToCart }: { profile: ProfileView; addToCart: AddChosen }) {
  const rights = rightsIn(profile);
  const maySeeConsole = rights.includes('console.open');
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-5">
        <div className="flex min-w-0 grow basis-[20rem] flex-col items-start gap-2">
          {/* Small on a phone, where the ticket comes first; on a wide screen greeting and short name share a line. */}
          <FittedText as="h1" className="type-display-l max-tablet:[--cap:1.75rem] min-[80rem]:[--cap:4rem]">
            {t('accounts:profile.welcome', { name: profile.firstName })}
          </FittedText>
          <StatusBadge status={profile.status} />
        </div>
        {rights.length > 0 && (
          <div className="flex flex-wrap gap-3">
            {rights.includes('door.run') && (
              // A full page load, because the scanner's decoder needs another security policy.
              <LinkButton to={paths.scanner} reloadDocument size={returnTo()?.page === 'scanner' ? 'scanner' : 'default'}>
                {t('accounts:profile.scan_qr')}
              </LinkButton>
            )}
            {maySeeConsole && (
              <LinkButton look="secondary" to={paths.staff}>
                {t('accounts:profile.console')}
              </LinkButton>
            )}
          </div>
        )}
      </div>
      <ReturnTo rights={rights} addToCart={addToCart} />
    </>
  );
}

/** After a login that a page required: the link to that page. The scanner has its button above, and the console is for staff alone. */
function ReturnTo({ rights, addToCart }: { rights: readonly Right[]; addToCart: AddChosen }) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isDismissed, setDismissed] = useState(false);
  const chosen = useChosenEvent();
  const back = isDismissed ? undefined : returnTo();
  const dismiss = () => {
    forgetReturnTo();
    setDismissed(true);
  };
  if (chosen && back?.path.split('?')[0] === paths.event(chosen.id) && isOnSale(chosen))
    return (
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <ChosenTicket event={chosen} addToCart={addToCart} onDismiss={dismiss} />
      </Suspense>
    );
  if (!back || back.page === 'scanner' || (back.page === 'console' && !rights.includes('console.open'))) return null;
  const text = back.page === 'event' ? 'way_back' : (`way_back.${back.page}` as const);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-s-4 border-accent bg-surface-1 px-5 py-4">
      <p>{t(`accounts:${text}.text`)}</p>
      <LinkButton look="secondary" size="small" to={back.path} onClick={forgetReturnTo}>
        {t(`accounts:${text}.link`)}
      </LinkButton>
    </div>
  );
}

const isOnSale = ({ isCancelled, baskets: [first] }: EventView): boolean =>
  !isCancelled && (first?.available ?? 0) > 0 && first?.price !== null;

export const loadCover = (api: Api) => loadAlbum(api, 'profile', ALBUM_PLACES.profile);

const box = 'h-44 w-full object-cover';

/** A strip of the club's picture, or of the default cover, beside the tickets. A screen without room for it begins with the ticket. */
export function ProfileCover() {
  const images = useLoaderData<typeof loadCover>();
  const { language } = useLanguage();
  const [picture] = picturesIn(images, language);
  return (
    <div className="hidden min-[80rem]:block">
      {picture ? (
        <Picture picture={picture} sizes="24rem" className={box} />
      ) : (
        <Poster src={coverUrl('default', '2x1')} {...coverRatios['2x1']} className={box} />
      )}
    </div>
  );
}

/** What guests can see but not change. */
export function ProfileFacts({ profile, onSaved }: { profile: ProfileView; onSaved(profile: ProfileView): void }) {
  const { email, personalNumber, createdAt } = profile;
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <section aria-labelledby="account" className="flex flex-col gap-6">
      <FittedText as="h2" id="account" className="type-display-s">
        {t('accounts:profile.account')}
      </FittedText>
      <dl className="border-t border-hairline">
        <Fact term={t('accounts:fields.email')} isStacked>
          {breakable(email)}
          <ProofLine
            profile={profile}
            onProved={() => onSaved({ ...profile, isEmailProved: true, pendingEmail: null, pendingEmailFrom: null })}
          />
          <EmailChangeLine profile={profile} onChanged={(pendingEmail) => onSaved({ ...profile, pendingEmail, pendingEmailFrom: null })} />
        </Fact>
        <Fact term={t('accounts:fields.personal_number')}>{personalNumber}</Fact>
        <Fact term={t('accounts:profile.member_since')}>
          <DateText at={createdAt} />
        </Fact>
      </dl>
      <p className="type-small max-w-225 text-muted">{t('accounts:email_change.who')}</p>
    </section>
  );
}

type FactProps = {
  term: string;
  /** On a phone, and in the side column of a wide screen, the value is below its label, with room for its buttons. */
  isStacked?: boolean;
  children: ReactNode;
};

/**
 * A label and its value on one line of 44 px or more, below each other where letters are too large for both. A long address is broken
 * after a dot, a slash or an @.
 */
export function Fact({ term, isStacked = false, children }: FactProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-baseline gap-x-4 border-b border-hairline py-2.5">
      <dt
        className={classNames(
          'type-small basis-[max(7.75rem,40%)] wrap-anywhere text-muted',
          isStacked && 'max-tablet:basis-full min-[80rem]:basis-full',
        )}
      >
        {term}
      </dt>
      {/* A date that takes two lines starts beside its label. */}
      <dd className="type-body min-w-[8rem] flex-1 wrap-anywhere [&>time]:inline">
        {typeof children === 'string' ? breakable(children) : children}
      </dd>
    </div>
  );
}

const breakable = (text: string): ReactNode[] =>
  text.split(/(?<=[./@])/).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** What the status means for the guest. */
export function StatusMeaning({ status }: { status: unknown }) {
  const { t } = useTranslation(['common', 'accounts']);
  return <p className="type-measure text-muted">{t(`accounts:status_meaning.${readStatus(status)}`)}</p>;
}

const looks = {
  Pending: { Icon: Clock, colour: 'text-warn' },
  Verified: { Icon: BadgeCheck, colour: 'text-ok' },
  Rejected: { Icon: OctagonX, colour: 'text-danger' },
  Welcomed_Guest: { Icon: Star, colour: 'text-lilac' },
  Unverified: { Icon: CircleDashed, colour: 'text-faint' },
  Check_Later: { Icon: CircleQuestionMark, colour: 'text-warn' },
} as const satisfies Record<Status, object>;

/** The guest's status on a solid chip; it comes as a number or a word. */
function StatusBadge({ status }: { status: unknown }) {
  const { t } = useTranslation(['common', 'accounts']);
  const label = readStatus(status);
  const { Icon, colour } = looks[label];
  return (
    <p className={`inline-flex min-h-10 max-w-full items-center gap-2.5 bg-surface-1 px-4 py-1 font-semibold ${colour}`}>
      <span className="sr-only">{t('accounts:profile.status')}: </span>
      <Icon size={20} className="shrink-0" />
      <span className="min-w-0 text-[min(1em,5.5vw)] wrap-anywhere">{t(`accounts:status.${label}`)}</span>
    </p>
  );
}

/** Spec §3: a status comes as a number, as that number in a text, or as a word. An unknown status counts as not verified. */
export function readStatus(status: unknown): Status {
  const number = typeof status === 'string' && /^\d$/.test(status) ? Number(status) : status;
  if (typeof number === 'number') return STATUSES[number] ?? 'Unverified';
  return STATUSES.find((label) => label === status) ?? 'Unverified';
}

/** Two columns, for reading and editing alike, so that no row moves when the form opens. */
export const profileGrid = 'grid items-start gap-6 tablet:grid-cols-2 tablet:gap-x-4 min-[80rem]:grid-cols-1';

import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { type Status, STATUSES } from '#shared/constants.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { WaitingGuest } from '#shared/staff/guests.contract.ts';
import { useStoredDraft } from '#web/staff/components/staff-form.ts';
import { staffPath } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { countryText, SocialLink, StatusText } from './guest-facts.tsx';
import { MailChoice, StatusDraft, statusDraftName, useTellGuest } from './status-form.tsx';
import { DECISIONS, type Verification, SKIP_KEY, useLetters } from './use-verification.ts';

type VerificationGuestProps = { guest: WaitingGuest; desk: Verification };

/** The current guest of the verification. After a decision the heading takes the focus, so that a screen reader says the name. */
export function VerificationGuest({ guest, desk }: VerificationGuestProps) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts']);
  const heading = useRef<HTMLHeadingElement>(null);
  const draft = useStoredDraft(statusDraftName(guest.id), StatusDraft, { reason: '' });
  const { reason } = draft.value;
  const [tellGuest, setTellGuest] = useTellGuest();
  const [sendReason, setSendReason] = useState(false);
  const [isUnfolded, setUnfolded] = useState(reason !== '');
  useEffect(() => {
    // Only if the previous guest's removal lost the focus, not while it is elsewhere on the page.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);

  const decide = (status: (typeof DECISIONS)[number]['status']) => {
    if (!guest.mayDecide || status === guest.status) return;
    desk.decide(guest, { status, reason, tellGuest, sendReason }, () => draft.reset({ reason: '' }));
  };
  useLetters((letter) => {
    const decision = DECISIONS.find(({ key }) => key === letter);
    if (decision) decide(decision.status);
    else if (letter === SKIP_KEY) desk.skip(guest.id);
  });

  const offered = DECISIONS.filter(({ status }) => guest.mayDecide && status !== guest.status);
  const button = ({ key, status }: (typeof DECISIONS)[number]) => (
    <Button
      key={status}
      look={status === 'Verified' ? 'primary' : 'secondary'}
      size={isMain(status) ? 'default' : 'small'}
      className={classNames(
        'min-w-0 flex-1 px-0.5! text-[min(0.875rem,4.1vw)]! wrap-anywhere',
        status === 'Rejected' && 'border-danger text-danger',
      )}
      aria-keyshortcuts={key}
      disabled={desk.isBusy}
      onClick={() => decide(status)}
    >
      <span className="flex flex-col items-center gap-1">
        <KeyName>{key}</KeyName>
        {t(`accounts:status.${status}`)}
      </span>
    </Button>
  );
  return (
    <section aria-label={t('staff-guests:verification.current')}>
      <h2 ref={heading} tabIndex={-1} className="text-[2.125rem] leading-10 font-bold wrap-anywhere">
        <bdi>{fullName(guest)}</bdi>
      </h2>
      <p className="mt-1 text-[1rem] leading-6">
        <span className="type-tabular font-semibold">
          {guest.age === null ? t('staff-guests:age_unknown') : t('staff-guests:age', { age: guest.age })}
        </span>
        {DOT}
        <StatusText {...guest} />
      </p>
      <div className="mt-3 flex min-h-14 max-w-[28rem] items-center border border-control px-4">
        <SocialLink link={guest.socialMediaProfileLink} platform={guest.socialMediaPlatform} username={guest.socialMediaUsername} />
      </div>
      <p className="mt-3 text-muted">
        {t('staff-guests:verification.visits', { count: guest.visits })}
        {DOT}
        {t('staff-guests:verification.purchases', { count: guest.purchases })}
        {DOT}
        {t('staff-guests:verification.since')} <DateText at={guest.createdAt} />
        {DOT}
        {countryText(guest.country, t)}
      </p>
      <p className="wrap-anywhere text-muted">{guest.email}</p>
      <Link to={staffPath(`guests/${guest.id}`)} className="link inline-flex min-h-11 items-center">
        {t('staff-guests:verification.more')}
      </Link>
      {!guest.mayDecide && <p className="my-4 text-muted">{t('staff-guests:not_yours')}</p>}
      <fieldset className="my-4 grid max-w-160 grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-3">
        <legend className="sr-only">{t('staff-guests:verification.decision')}</legend>
        {/* On a phone the two usual decisions are within reach of the thumb. */}
        <div className="gap-3 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-14 max-tablet:z-20 max-tablet:flex max-tablet:border-t max-tablet:border-hairline max-tablet:bg-bg max-tablet:px-3 max-tablet:py-2 tablet:contents">
          {offered.filter(({ status }) => isMain(status)).map(button)}
        </div>
        {offered.filter(({ status }) => !isMain(status)).map(button)}
        <Button look="quiet" size="small" aria-keyshortcuts={SKIP_KEY} onClick={() => desk.skip(guest.id)}>
          {t('staff-guests:verification.skip')}
          <KeyName>{SKIP_KEY}</KeyName>
        </Button>
      </fieldset>
      {guest.mayDecide && (
        <details className="border-t border-hairline" open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            {t('staff-guests:verification.with_reason')}
            {tellGuest && `: ${t('staff-guests:verification.is_emailed')}`}
          </summary>
          <div className="mb-4 flex flex-col gap-2">
            <Kept isRestored={draft.isRestored} discard={() => draft.reset({ reason: '' })} />
            <Field
              label={t('staff-guests:reason')}
              hint={t('staff-guests:verification.reason_hint')}
              value={reason}
              maxLength={REASON_MAX}
              onChange={({ target }) => draft.change({ reason: target.value })}
              onKeyDown={({ key }) => key === 'Escape' && heading.current?.focus()}
            />
            <MailChoice
              tellGuest={tellGuest}
              sendReason={sendReason}
              onChange={(next) => {
                setTellGuest(next.tellGuest);
                setSendReason(next.sendReason);
              }}
            />
          </div>
        </details>
      )}
      <p className="mt-4 text-muted [@media(hover:none)]:hidden">{t('staff-guests:verification.keys')}</p>
      <StatusMeanings />
    </section>
  );
}

/** Ends a line, but never begins one. */
const DOT = '\u00a0· ';

const isMain = (status: Status): boolean => status === 'Rejected' || status === 'Verified';

/** The meaning of each status, as guests read it. */
function StatusMeanings() {
  const { t } = useTranslation(['staff-guests', 'accounts']);
  return (
    <details className="mt-2">
      <summary className="min-h-11 content-center text-muted">{t('staff-guests:verification.meanings')}</summary>
      <dl className="flex max-w-[62ch] flex-col gap-3 border-s border-hairline ps-4">
        {STATUSES.map((status) => (
          <div key={status}>
            <dt className="font-semibold">{t(`accounts:status.${status}`)}</dt>
            <dd className="text-muted">{t('staff-guests:guest_sees', { text: t(`accounts:status_meaning.${status}`) })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const KeyName = ({ children }: { children: string }) => (
  <kbd
    aria-hidden="true"
    className="border border-current px-1.5 text-[0.875rem] leading-5 font-normal max-tablet:hidden [@media(hover:none)]:hidden"
  >
    {children}
  </kbd>
);

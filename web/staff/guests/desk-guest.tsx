import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { WaitingGuest } from '#shared/staff/guests.contract.ts';
import { Facts } from '#web/staff/parts/data-table.tsx';
import { useStoredDraft } from '#web/staff/parts/staff-form.ts';
import { staffPath } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { Field } from '#web/ui/fields.tsx';
import { countryText, SocialLink, StatusText } from './guest-facts.tsx';
import { MailChoice, StatusDraft, statusDraftName, useTellGuest } from './status-form.tsx';
import { DECISIONS, type Desk, SKIP_KEY, useLetters } from './use-desk.ts';

type DeskGuestProps = { guest: WaitingGuest; desk: Desk };

/** The current guest of the desk. After a decision the heading takes the focus, so that a screen reader says the name. */
export function DeskGuest({ guest, desk }: DeskGuestProps) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts']);
  const heading = useRef<HTMLHeadingElement>(null);
  const draft = useStoredDraft(statusDraftName(guest.id), StatusDraft, { reason: '' });
  const { reason } = draft.value;
  const [tellGuest, setTellGuest] = useTellGuest();
  const [sendReason, setSendReason] = useState(false);
  useEffect(() => {
    // Only if the focus was lost with the guest before, not while it is elsewhere on the page.
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

  return (
    <section aria-label={t('staff-guests:desk.current')}>
      <h2 ref={heading} tabIndex={-1} className="text-[2.125rem] leading-10 font-bold wrap-anywhere">
        <bdi>{fullName(guest)}</bdi>
      </h2>
      <Facts
        facts={[
          [t('staff-guests:status'), <StatusText key="status" {...guest} />],
          [t('staff-guests:age_label'), guest.age === null ? t('staff-guests:age_unknown') : t('staff-guests:age', { age: guest.age })],
          [
            t('staff-guests:social'),
            <SocialLink
              key="social"
              link={guest.socialMediaProfileLink}
              platform={guest.socialMediaPlatform}
              username={guest.socialMediaUsername}
            />,
          ],
          [t('staff-guests:purchases'), String(guest.purchases)],
          [t('staff-guests:visits'), String(guest.visits)],
          [t('staff-guests:registered'), <DateText key="since" at={guest.createdAt} />],
          [t('staff-guests:email'), guest.email],
          [t('staff-guests:country'), countryText(guest.country, t)],
        ]}
      />
      <Link to={staffPath(`guests/${guest.id}`)} className="link inline-flex min-h-11 items-center">
        {t('staff-guests:desk.more')}
      </Link>
      {!guest.mayDecide && <p className="my-4 text-muted">{t('staff-guests:not_yours')}</p>}
      {guest.mayDecide && (
        <div className="my-4 flex flex-col gap-2">
          <Field
            label={t('staff-guests:reason')}
            hint={t('staff-guests:desk.reason_hint')}
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
      )}
      <fieldset className="flex flex-wrap gap-3">
        <legend className="sr-only">{t('staff-guests:desk.decision')}</legend>
        {DECISIONS.filter(({ status }) => guest.mayDecide && status !== guest.status).map(({ key, status }) => (
          <Button
            key={status}
            look={status === 'Verified' ? 'primary' : 'secondary'}
            size="small"
            aria-keyshortcuts={key}
            disabled={desk.isBusy}
            onClick={() => decide(status)}
          >
            {t(`accounts:status.${status}`)}
            <KeyName>{key}</KeyName>
          </Button>
        ))}
        <Button look="quiet" size="small" aria-keyshortcuts={SKIP_KEY} onClick={() => desk.skip(guest.id)}>
          {t('staff-guests:desk.skip')}
          <KeyName>{SKIP_KEY}</KeyName>
        </Button>
      </fieldset>
      <p className="mt-4 text-muted">{t('staff-guests:desk.keys')}</p>
    </section>
  );
}

const KeyName = ({ children }: { children: string }) => (
  <kbd aria-hidden="true" className="border border-current px-1.5 text-[0.875rem] leading-5 font-normal">
    {children}
  </kbd>
);

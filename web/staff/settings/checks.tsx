import { useState } from 'react';
import type { BankCheckView, MailCheckView } from '#shared/staff/checks.contract.ts';
import { timeText } from '#shared/dates.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** A bank's call and a mail server's may take eight seconds each; the default timeout leaves no time for the network. */
const TIMEOUT_MS = 20_000;

/** Sends the user a mail, and reports the result in plain words. */
export function MailCheck() {
  const { t } = useTranslation('staff-home');
  const [answer, setAnswer] = useState<MailCheckView>();
  const check = useCommand(() => staffApi.staffChecks.mail({}, { timeoutMs: TIMEOUT_MS }), { onSuccess: setAnswer });
  return (
    <OnlyWith right="mails.manage">
      <div className="mt-2 flex flex-col items-start gap-2">
        <CommandButton look="secondary" size="small" command={check}>
          {t('check.mail.send')}
        </CommandButton>
        <output className="wrap-anywhere">{!check.isPending && answer && <MailAnswer {...answer} />}</output>
      </div>
    </OnlyWith>
  );
}

function MailAnswer({ state, to, reason, answer }: MailCheckView) {
  const { t } = useTranslation('staff-home');
  if (state !== 'refused') return <p className={state === 'accepted' ? 'text-ok' : 'text-warn'}>{t(`check.mail.${state}`, { to })}</p>;
  return (
    <>
      <p className="text-danger">{t(`check.mail.refused.${reason ?? 'other'}`, { to })}</p>
      {answer !== null && <OwnSentence label={t('check.mail.said')} text={answer} />}
    </>
  );
}

/** Opens an order of one lari at the bank, which cannot be paid, and reports the bank's answer. */
export function BankCheck() {
  const { t } = useTranslation('staff-home');
  const [answer, setAnswer] = useState<BankCheckView>();
  const check = useCommand(() => staffApi.staffChecks.bank({}, { timeoutMs: TIMEOUT_MS }), { onSuccess: setAnswer });
  return (
    <OnlyWith right="money.refund">
      <div className="mt-2 flex flex-col items-start gap-2">
        <CommandButton look="secondary" size="small" command={check}>
          {t('check.bank.open')}
        </CommandButton>
        <output className="wrap-anywhere">{!check.isPending && answer && <BankAnswer {...answer} />}</output>
      </div>
    </OnlyWith>
  );
}

function BankAnswer({ state, bank, endsAt, answer }: BankCheckView) {
  const { t } = useTranslation('staff-home');
  const name = t(`check.bank.names.${bank}`);
  if (state === 'answered')
    return <p className="text-ok">{t('check.bank.answered', { bank: name, time: endsAt === null ? '' : timeText(endsAt) })}</p>;
  return (
    <>
      <p className="text-danger">{t(`check.bank.${state}`, { bank: name })}</p>
      {answer !== null && <OwnSentence label={t('check.bank.said')} text={answer} />}
    </>
  );
}

/** The technical sentence, for the person who looks after the server. */
function OwnSentence({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-muted">
      {label} <span lang="en">{text}</span>
    </p>
  );
}

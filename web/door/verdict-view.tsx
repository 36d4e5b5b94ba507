import CalendarX from 'lucide-react/icons/calendar-x';
import CircleCheck from 'lucide-react/icons/circle-check';
import IdCard from 'lucide-react/icons/id-card';
import OctagonX from 'lucide-react/icons/octagon-x';
import TicketX from 'lucide-react/icons/ticket-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { toWireTime } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { scannerFills } from '#shared/media/colours.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { TimeText } from '#web/ui/value-text.tsx';
import { VerdictButton, VerdictScreen } from './ui/verdict-screen.tsx';
import type { Shown } from './use-scanner.ts';
import { canRepeat, dayText, headlineOf, isTooYoung, isUnclaimed, reasonOf, signalOf, type Verdict } from './verdict.ts';

const looks = {
  accept: { ...scannerFills.accept, Icon: CircleCheck },
  reject: { ...scannerFills.reject, Icon: OctagonX },
  refused: { ...scannerFills.reject, Icon: TicketX },
  other: { ...scannerFills.noDecision, Icon: CalendarX },
  undecided: { ...scannerFills.noDecision, Icon: TriangleAlert },
  tooYoung: { ...scannerFills.noDecision, Icon: IdCard },
} as const;

/** A refused ticket has another shape than a guest whom staff deny entry. */
function lookOf(verdict: Verdict): keyof typeof looks {
  if (isTooYoung(verdict)) return 'tooYoung';
  return verdict.kind === 'refused' ? 'refused' : signalOf(verdict);
}

type VerdictViewProps = {
  shown: Shown;
  onScanAgain(): void;
  onAskAgain(): void;
  onAdmit(why: 'other_event' | 'rejected_before'): void;
  onName(name: string): void;
};

/** The verdict on the full screen, until the user continues. */
export function VerdictView({ shown: { question, verdict }, onScanAgain, onAskAgain, onAdmit, onName }: VerdictViewProps) {
  const { t } = useTranslation(['common', 'door', 'errors']);
  const { language } = useLanguage();
  const reason = reasonOf(verdict, language, t);
  const canAskAgain = verdict.kind === 'undecided' && canRepeat(verdict.trouble);
  const doubt = verdict.kind === 'other_event' || verdict.kind === 'rejected_before' ? verdict.kind : undefined;
  const buttons = (
    <>
      {canAskAgain && (
        <VerdictButton isWide takesFocus onClick={onAskAgain}>
          {t('door:try_again')}
        </VerdictButton>
      )}
      <VerdictButton isWide isOutlined={canAskAgain} takesFocus={!canAskAgain} onClick={onScanAgain}>
        {t('door:scan_again')}
      </VerdictButton>
      {verdict.kind === 'refused' && isUnclaimed(verdict.error) && !question.isReject && <AdmitNamed onName={onName} />}
      {doubt && (
        <AdmitAnyway
          reason={reason}
          hint={t(doubt === 'other_event' ? 'door:admit_other_hint' : 'door:admit_rejected_hint')}
          onAdmit={() => onAdmit(doubt)}
        />
      )}
    </>
  );
  return (
    <VerdictScreen
      look={looks[lookOf(verdict)]}
      mode={t(question.isReject ? 'door:mode_reject' : 'door:mode_accept')}
      time={<TimeText at={toWireTime(useNow())} />}
      word={headlineOf(verdict, t)}
      lead={isTooYoung(verdict) && <Accepted />}
      guest={verdict.guest}
      isDoubtful={verdict.guest?.status === 'Rejected'}
      next={reason}
      buttons={buttons}
    >
      {(verdict.kind === 'undecided' || doubt) && <p>{t('door:not_admitted')}</p>}
      <TicketLines verdict={verdict} />
    </VerdictScreen>
  );
}

/** The ticket and its event with the date, unless the reason names them. */
function TicketLines({ verdict }: { verdict: Verdict }) {
  const { ticketId, event, ticketType } = verdict;
  const { t } = useTranslation(['common', 'door']);
  const { language } = useLanguage();
  if (ticketId === undefined) return null;
  return (
    <>
      {event && !namesEvent(verdict) && (
        <p className="wrap-anywhere">
          <span className="font-bold">{eventName(event, language)}</span>,{' '}
          <span className="inline-block">{dayText(event.at, language, t)}</span>
        </p>
      )}
      <p className="type-tabular">
        {t('door:ticket', { id: ticketId })}
        {ticketType && ` · ${eventName(ticketType, language)}`}
      </p>
    </>
  );
}

const namesEvent = (verdict: Verdict): boolean =>
  verdict.kind === 'other_event' || (verdict.kind === 'refused' && verdict.error.body.code === 'event_cancelled');

/** A second press, after a warning, admits a ticket of another event, or a guest whom a door rejected. */
function AdmitAnyway({ reason, hint, onAdmit }: { reason: string | undefined; hint: string; onAdmit(): void }) {
  const { t } = useTranslation('door');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <VerdictButton isWide isOutlined size="default" onClick={() => setAsking(true)}>
        {t('admit_other')}
      </VerdictButton>
      {isAsking && (
        <Dialog title={t('admit_other_title')} className="flex flex-col gap-5 p-5 text-text" onClose={() => setAsking(false)}>
          <p>
            {reason} {hint}
          </p>
          <div className="flex flex-col gap-3">
            <Button look="secondary" isWide onClick={() => setAsking(false)}>
              {t('admit_other_back')}
            </Button>
            <Button look="danger" isWide onClick={onAdmit}>
              {t('admit_other_confirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Staff write down who comes in with a ticket that nobody claimed. */
function AdmitNamed({ onName }: { onName(name: string): void }) {
  const { t } = useTranslation('door');
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <VerdictButton isWide isOutlined size="default" onClick={() => setAsking(true)}>
        {t('needs_name.admit')}
      </VerdictButton>
      {isAsking && (
        <Dialog title={t('needs_name.title')} className="flex flex-col gap-5 p-5 text-text" onClose={() => setAsking(false)}>
          <form
            noValidate
            method="dialog"
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              setMissing(name.trim() === '');
              if (name.trim() !== '') onName(name.trim());
            }}
          >
            <Field
              label={t('needs_name.name')}
              hint={t('needs_name.hint')}
              error={isMissing ? t('needs_name.missing') : undefined}
              name="guest"
              autoComplete="off"
              required
              maxLength={80}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" isWide>
              {t('needs_name.confirm')}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}

/** The ticket of an underage guest: the server admitted it all the same. */
function Accepted() {
  const { t } = useTranslation('door');
  return (
    <p className="flex items-center gap-2 text-[1.625rem] leading-8 font-bold">
      <CircleCheck size={32} className="shrink-0" aria-hidden="true" />
      {t('accepted')}
    </p>
  );
}

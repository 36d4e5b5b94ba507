import CalendarX from 'lucide-react/icons/calendar-x';
import CircleCheck from 'lucide-react/icons/circle-check';
import IdCard from 'lucide-react/icons/id-card';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, useState } from 'react';
import { toWireTime } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { scannerFills } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { TimeText } from '#web/ui/value-text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { GuestLines } from './ui/guest-lines.tsx';
import { canRepeat, dayText, headlineOf, isTooYoung, reasonOf, signalOf, type Verdict } from './verdict.ts';

const looks = {
  accept: { ...scannerFills.accept, Icon: CircleCheck },
  reject: { ...scannerFills.reject, Icon: OctagonX },
  other: { ...scannerFills.noDecision, Icon: CalendarX },
  undecided: { ...scannerFills.noDecision, Icon: TriangleAlert },
  tooYoung: { ...scannerFills.noDecision, Icon: IdCard },
} as const;

type VerdictViewProps = {
  verdict: Verdict;
  isReject: boolean;
  onScanAgain(): void;
  onAskAgain(): void;
  onAdmit(why: 'other_event' | 'rejected_before'): void;
};

/** The verdict on the full screen, until the user continues. */
export function VerdictView({ verdict, isReject, onScanAgain, onAskAgain, onAdmit }: VerdictViewProps) {
  const { t } = useTranslation(['common', 'door', 'errors']);
  const { language } = useLanguage();
  const { fill, on, Icon } = looks[isTooYoung(verdict) ? 'tooYoung' : signalOf(verdict)];
  const reason = reasonOf(verdict, language, t);
  const isUndecided = verdict.kind === 'undecided';
  const canAskAgain = isUndecided && canRepeat(verdict.trouble);
  const question = verdict.kind === 'other_event' || verdict.kind === 'rejected_before' ? verdict.kind : undefined;
  const isSmall = canAskAgain || question !== undefined || isTooYoung(verdict);
  return (
    <div {...paint({ paper: fill, on, accent: on })} className="paper min-h-0 grow overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-160 flex-col gap-4 px-5 pb-5">
        <TopLine isReject={isReject} />
        <div className="flex flex-col items-center gap-3 text-center">
          <Icon
            strokeWidth={1.5}
            className={classNames('w-auto', isSmall ? 'h-[13dvh]' : 'h-[min(12.25rem,22dvh)] [@media(max-height:42rem)]:h-[13dvh]')}
            size={196}
            aria-hidden="true"
          />
          <FittedText as="p" className={classNames('type-display-l [@media(max-height:42rem)]:[--cap:3rem]', question && '[--cap:3rem]')}>
            {headlineOf(verdict, t)}
          </FittedText>
          {isTooYoung(verdict) && <Accepted />}
          {verdict.guest?.status === 'Rejected' && <RejectedGuest />}
          {reason !== undefined && <p className="text-[1.25rem] leading-7 font-bold">{reason}</p>}
          {(isUndecided || question) && <p className="text-[1.25rem] leading-7 font-semibold">{t('door:not_admitted')}</p>}
        </div>
        <div className="flex grow flex-col gap-1 border-t-2 border-on pt-4 text-[1.25rem] leading-7 font-semibold">
          {verdict.guest && <GuestLines guest={verdict.guest} />}
          <TicketLines verdict={verdict} />
        </div>
        {/* On a short screen the lines above scroll and the buttons remain visible; a very low screen needs their room too. */}
        <div className="bottom-0 -mx-5 -mb-5 flex flex-col gap-3 bg-paper px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] [@media(min-height:30rem)]:sticky">
          <Ways canAskAgain={canAskAgain} onScanAgain={onScanAgain} onAskAgain={onAskAgain} />
          {question && (
            <AdmitAnyway
              reason={reason}
              hint={t(question === 'other_event' ? 'door:admit_other_hint' : 'door:admit_rejected_hint')}
              onAdmit={() => onAdmit(question)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** The mode of the scan, and the time. */
function TopLine({ isReject }: { isReject: boolean }) {
  const { t } = useTranslation(['common', 'door']);
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 text-[1.25rem] font-semibold">
      <p>{t(isReject ? 'door:mode_reject' : 'door:mode_accept')}</p>
      <p>
        <TimeText at={toWireTime(useNow())} />
      </p>
    </div>
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

type WaysProps = { canAskAgain: boolean; onScanAgain(): void; onAskAgain(): void };

/** The next steps; the first button has the focus. */
function Ways({ canAskAgain, onScanAgain, onAskAgain }: WaysProps) {
  const { t } = useTranslation(['common', 'door']);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const again = canAskAgain
    ? { className: 'border-2 border-on bg-paper! text-[1.25rem] text-on!' }
    : { ref: first, className: 'text-[1.25rem]' };
  return (
    <>
      {canAskAgain && (
        <Button ref={first} look="paper" size="scanner" isWide onClick={onAskAgain} className="text-[1.25rem]">
          {t('door:try_again')}
        </Button>
      )}
      <Button {...again} look="paper" size="scanner" isWide onClick={onScanAgain}>
        {t('door:scan_again')}
      </Button>
    </>
  );
}

/** A second press, after a warning, admits a ticket of another event, or a guest whom a door rejected. */
function AdmitAnyway({ reason, hint, onAdmit }: { reason: string | undefined; hint: string; onAdmit(): void }) {
  const { t } = useTranslation('door');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="paper" isWide className="border-2 border-on bg-paper! text-on!" onClick={() => setAsking(true)}>
        {t('admit_other')}
      </Button>
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

/** The club rejected this guest, although the ticket may be valid. Large, so that it cannot be overlooked. */
function RejectedGuest() {
  const { t } = useTranslation('door');
  return (
    <p
      {...paint({ paper: posterColours.bone, on: scannerFills.reject.fill, accent: scannerFills.reject.fill })}
      className="paper flex w-full items-center justify-center gap-3 px-3 py-3 text-center text-[1.625rem] leading-8 font-bold"
    >
      <OctagonAlert size={40} className="shrink-0" aria-hidden="true" />
      {t('status_line', { status: t('status.Rejected') })}
    </p>
  );
}

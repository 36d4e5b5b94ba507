import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { useEffect, useRef, useState } from 'react';
import type { Status } from '#shared/constants.ts';
import { REJECT_REASONS, type RejectReason } from '#shared/door/scanner-devices.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { scannerFills } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';
import { priceText } from '#shared/price-text.ts';
import { GuestLines } from '#web/door/ui/guest-lines.tsx';
import type { Explanation, PhoneVerdict, RefundState } from '#web/door/phone/door-phone.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { neutral, verdictLooks } from './verdict-looks.ts';
import { listedName } from './listed-rows.tsx';
import { deciderText, goesOn, type Shown, verdictTexts } from './verdict-texts.ts';

/** How long a plain acceptance is shown before the phone continues by itself. */
const GO_ON_MS = 1_500;

/** Gives a rejection its reason, and a refund. */
type Explain = (scanId: string, because: RejectReason, refund?: string) => Promise<Explanation>;

type DeviceVerdictProps = {
  shown: Shown;
  head: OfflineManifestHead | undefined;
  /** The phone works without the server. */
  isAlone: boolean;
  isUndone: boolean;
  /** Missing if the scanner device may not reject. */
  onExplain: Explain | undefined;
  mayRefund: boolean;
  mayReject: boolean;
  /** Missing if the scanner device may not undo, or if no one was admitted. */
  onUndo: (() => void) | undefined;
  onNext(): void;
};

/** The verdict on the full screen: colour, shape, word, reason and next step. */
export function DeviceVerdict({ shown, head, isAlone, isUndone, onExplain, mayRefund, mayReject, onUndo, onNext }: DeviceVerdictProps) {
  const { t } = useTranslation(['common', 'door', 'scanner-device']);
  const { language } = useLanguage();
  const isInfo = shown.verdict?.verdict === 'info';
  const { Icon } = verdictLooks[shown.key];
  const { fill, on } = isInfo ? neutral : verdictLooks[shown.key];
  const texts = verdictTexts(shown, head, language, t);
  const { verdict, answers } = shown;
  const decider = deciderText(shown, isAlone, t);
  const isAutomatic = head?.door.isAutomatic === true && goesOn(shown);
  const [isPaused, setPaused] = useState(false);
  const isTimed = isAutomatic && !isPaused && !isUndone;
  const next = useRef<HTMLButtonElement>(null);
  const isSettled = useSettled(shown.isTapped);
  useEffect(() => {
    if (isSettled) next.current?.focus({ preventScroll: true });
  }, [isSettled]);
  useGoOn(isTimed, onNext);
  return (
    // Any tap but on a button stops the time; the keyboard has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      {...paint({ paper: fill, on, accent: on })}
      className="paper absolute inset-0 z-10 overflow-y-auto"
      data-verdict={shown.key}
      onClick={() => isSettled && setPaused(true)}
    >
      <div className="mx-auto flex min-h-full max-w-160 flex-col gap-3 px-5 pb-5">
        <p className="flex min-h-11 items-center justify-between gap-4 text-[1.125rem] font-semibold">
          <span>{t(`scanner-device:mode.now_${shown.mode}`)}</span>
          {verdict && <span className="type-tabular">{timeText(verdict.at)}</span>}
        </p>
        <div className="flex flex-col items-center gap-2 text-center">
          <Icon
            strokeWidth={1.5}
            size={160}
            className="h-[min(8rem,13dvh)] w-auto [@media(max-height:44rem)]:h-[9dvh] [@media(max-height:48rem)]:h-[10dvh]"
            aria-hidden="true"
          />
          <FittedText as="h2" className="type-display-l [@media(max-height:48rem)]:[--cap:2.5rem]">
            {texts.word}
          </FittedText>
          {verdict?.used && <p className="text-[1.375rem] leading-7 font-bold">{usedText(verdict.used, t)}</p>}
        </div>
        {verdict?.isDoubtful && verdict.guest && <DoubtfulStatus status={verdict.guest.status} />}
        {(verdict?.guest ?? verdict?.listed) && (
          <div className="flex flex-col gap-1 text-[1.25rem] leading-7 font-semibold">
            {verdict?.guest && <GuestLines guest={verdict.isDoubtful ? { ...verdict.guest, status: undefined } : verdict.guest} />}
            {verdict?.listed && <ListedLines listed={verdict.listed} isAdmitted={verdict.verdict === 'admit'} />}
          </div>
        )}
        <p className="border-2 border-on px-4 py-2 text-[1.25rem] leading-7 font-bold [@media(max-height:44rem)]:py-1 [@media(max-height:44rem)]:text-[1.125rem] [@media(max-height:44rem)]:leading-6">
          {isUndone ? t('scanner-device:verdict.undone') : texts.next}
        </p>
        <div className="flex grow flex-col gap-1 text-[1.125rem] leading-6 font-semibold">
          <p className="wrap-anywhere">{texts.text}</p>
          {shown.key === 'new' && <p className="font-bold">{t('scanner-device:guest.unknown')}</p>}
          {verdict?.ticketId !== undefined && (
            <p className="type-tabular">
              {t('door:ticket', { id: verdict.ticketId })}
              {verdict.guest &&
                ` · ${eventName({ name: verdict.guest.ticketTypeName, nameLat: verdict.guest.ticketTypeNameLat }, language)}`}
            </p>
          )}
          {decider && <p className="text-[1rem] font-semibold">{decider}</p>}
        </div>
        <div
          inert={!isSettled}
          className="bottom-0 -mx-5 -mb-5 flex flex-col gap-3 bg-paper px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] [@media(min-height:30rem)]:sticky"
        >
          {isAutomatic && !isUndone && (
            <p className="text-center text-[1rem] font-semibold">
              {t(isTimed ? 'scanner-device:verdict.goes_on' : 'scanner-device:verdict.paused')}
            </p>
          )}
          {onExplain && verdict?.verdict === 'reject' && verdict.reason === 'rejected_by_staff' && (
            <Reasons scanId={verdict.scanId} onExplain={onExplain} mayRefund={mayRefund} />
          )}
          {answers ? (
            <div className="grid grid-cols-2 gap-3">
              <Button look="paper" size="scanner" className="min-h-24 px-2! text-[1.5rem]" onClick={answers.admit}>
                {t('scanner-device:verdict.admit')}
              </Button>
              <Button
                ref={next}
                look="paper"
                size="scanner"
                className="min-h-24 border-2 border-on bg-paper! px-2! text-[1.5rem] text-on!"
                onClick={(mayReject && answers.reject) || onNext}
              >
                {t('scanner-device:verdict.deny')}
              </Button>
            </div>
          ) : (
            <div className="flex gap-3">
              {onUndo && !isUndone && (
                <Button
                  look="paper"
                  size="scanner"
                  className="border-2 border-on bg-paper! px-4! text-[1.25rem] text-on! [@media(max-height:44rem)]:min-h-16"
                  onClick={onUndo}
                >
                  {t('scanner-device:verdict.undo')}
                </Button>
              )}
              <Button
                ref={next}
                look="paper"
                size="scanner"
                className="min-w-0 flex-1 px-3! text-[1.25rem] [@media(max-height:44rem)]:min-h-16"
                onClick={onNext}
              >
                {t('scanner-device:verdict.scan_again')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** A guest list entry, the people of it who come, and what they pay. */
function ListedLines({ listed, isAdmitted }: { listed: NonNullable<PhoneVerdict['listed']>; isAdmitted: boolean }) {
  const { t } = useTranslation('scanner-device');
  const { people, price } = listed;
  return (
    <p className="text-[1.5rem] leading-8 font-bold wrap-anywhere">
      {listed.firstName !== '' && (
        <>
          {t('listed.who', { name: listedName(listed), list: listed.list })}
          <br />
        </>
      )}
      {t('listed.count', { count: people })}
      {isAdmitted && price !== undefined && (
        <>
          <br />
          {t('listed.price', { price: priceText(price) })}
          {people > 1 && ` · ${t('listed.price_all', { price: priceText(people * price) })}`}
        </>
      )}
    </p>
  );
}

type ReasonsProps = { scanId: string; onExplain: Explain; mayRefund: boolean };

/** Why the guest was rejected, for the other doors, and the refund if event and scanner device allow it. */
function Reasons({ scanId, onExplain, mayRefund }: ReasonsProps) {
  const { t } = useTranslation(['scanner-device', 'door']);
  const [chosen, setChosen] = useState<RejectReason>();
  const [refund, setRefund] = useState<'asking' | RefundState>();
  const current = useRef(Promise.resolve(scanId));
  const explain = (because: RejectReason, isRefunded: boolean) => {
    if (isRefunded) setRefund('asking');
    const explained = current.current.then((id) => onExplain(id, because, isRefunded ? t(`door:reject_reasons.${because}`) : undefined));
    current.current = explained.then((one) => one.scanId);
    void explained.then((one) => isRefunded && setRefund(one.refund));
  };
  const isRequested = refund !== undefined && refund !== 'refused';
  const look = 'border-2 border-on bg-paper! px-2! text-on! aria-pressed:bg-on! aria-pressed:text-paper!';
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="pb-1 text-[1rem] font-semibold">{t('verdict.why')}</legend>
      {REJECT_REASONS.filter((reason) => reason !== 'rejected_by_staff').map((reason) => (
        <Button
          key={reason}
          look="paper"
          className={look}
          aria-pressed={chosen === reason}
          disabled={chosen !== undefined && chosen !== reason}
          onClick={() => {
            if (chosen === undefined) explain(reason, isRequested);
            setChosen(reason);
          }}
        >
          {t(`door:reject_reasons.${reason}`)}
        </Button>
      ))}
      {mayRefund && (
        <Button
          look="paper"
          className={`${look} col-span-2`}
          aria-pressed={isRequested}
          onClick={() => {
            if (refund === undefined) explain(chosen ?? 'rejected_by_staff', true);
          }}
        >
          {t(refund === undefined ? 'verdict.refund' : `verdict.refund_${refund}`)}
        </Button>
      )}
    </fieldset>
  );
}

/** The second of two quick taps must not press what stands in the same place next, such as Undo after Admit. */
const SETTLE_MS = 500;

function useSettled(isTapped: boolean): boolean {
  const [isSettled, setSettled] = useState(!isTapped);
  useEffect(() => {
    if (!isTapped) return undefined;
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isTapped]);
  return isSettled;
}

function useGoOn(isTimed: boolean, onNext: () => void): void {
  const goOn = useRef(onNext);
  useEffect(() => void (goOn.current = onNext));
  useEffect(() => {
    if (!isTimed) return undefined;
    const timer = setTimeout(() => goOn.current(), GO_ON_MS);
    return () => clearTimeout(timer);
  }, [isTimed]);
}

type Translator = ReturnType<typeof useTranslation<['common', 'door', 'scanner-device']>>['t'];

function usedText({ door, at }: NonNullable<PhoneVerdict['used']>, t: Translator): string {
  const time = timeText(at);
  return door === undefined || door === '' ? t('scanner-device:used.at', { time }) : t('scanner-device:used.at_door', { door, time });
}

/** The club has doubts about the guest, although the ticket may be valid. Large, so that it cannot be overlooked. */
function DoubtfulStatus({ status }: { status: Status }) {
  const { t } = useTranslation('door');
  const { fill } = scannerFills.reject;
  return (
    <p
      {...paint({ paper: posterColours.bone, on: fill, accent: fill })}
      className="paper flex items-center justify-center gap-3 px-3 py-2 text-center text-[1.375rem] leading-7 font-bold"
    >
      <OctagonAlert size={32} className="shrink-0" aria-hidden="true" />
      {t('status_line', { status: t(`status.${status}`) })}
    </p>
  );
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { REJECT_REASONS, type RejectReason } from '#shared/door/scanner-devices.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { priceText } from '#shared/price-text.ts';
import { useAfter } from '#web/door/ui/use-after.ts';
import { VerdictButton, VerdictScreen } from '#web/door/ui/verdict-screen.tsx';
import type { PhoneVerdict, RefundState } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { neutral, verdictLooks } from './verdict-looks.ts';
import { listedName } from './listed-rows.tsx';
import { deciderText, goesOn, type Shown, verdictTexts } from './verdict-texts.ts';

/** How long a plain acceptance is shown before the phone continues by itself. */
const GO_ON_MS = 1_500;
/** The second of two quick taps must not press what stands in the same place next, such as Undo after Admit. */
const SETTLE_MS = 500;

type DeviceVerdictProps = {
  shown: Shown;
  head: OfflineManifestHead | undefined;
  /** The phone works without the server. */
  isAlone: boolean;
  isUndone: boolean;
  /** Missing if the scanner device may not reject. */
  onExplain: DoorPhone['explain'] | undefined;
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
  const texts = verdictTexts(shown, head, language, t);
  const { verdict, answers } = shown;
  const decider = deciderText(shown, isAlone, t);
  const isAutomatic = head?.door.isAutomatic === true && goesOn(shown);
  const [isPaused, setPaused] = useState(false);
  const isTimed = isAutomatic && !isPaused && !isUndone;
  const isSettled = useAfter(SETTLE_MS, shown.isTapped) || !shown.isTapped;
  const isOver = useAfter(GO_ON_MS, isTimed);
  const goOn = useEffectEvent(onNext);
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  const isDenial = onExplain !== undefined && verdict?.verdict === 'reject' && verdict.reason === 'rejected_by_staff';
  const buttons = (
    <>
      {isAutomatic && !isUndone && (
        <p className="text-center text-[1rem] font-semibold">
          {t(isTimed ? 'scanner-device:verdict.goes_on' : 'scanner-device:verdict.paused')}
        </p>
      )}
      {answers ? (
        <div className="grid grid-cols-2 gap-3">
          <VerdictButton className="min-h-24 px-2! text-[1.5rem]!" onClick={answers.admit}>
            {t('scanner-device:verdict.admit')}
          </VerdictButton>
          <VerdictButton
            isOutlined
            takesFocus={isSettled}
            className="min-h-24 px-2! text-[1.5rem]!"
            onClick={(mayReject && answers.reject) || onNext}
          >
            {t('scanner-device:verdict.deny')}
          </VerdictButton>
        </div>
      ) : (
        <div className="flex gap-3">
          {onUndo && !isUndone && (
            <VerdictButton isOutlined className="px-4! [@media(max-height:44rem)]:min-h-16" onClick={onUndo}>
              {t('scanner-device:verdict.undo')}
            </VerdictButton>
          )}
          <VerdictButton
            takesFocus={isSettled}
            className={classNames('min-w-0 flex-1 px-3! [@media(max-height:44rem)]:min-h-16', isDenial && 'min-h-16!')}
            onClick={onNext}
          >
            {t('scanner-device:verdict.scan_again')}
          </VerdictButton>
        </div>
      )}
    </>
  );
  return (
    // Any tap but on a button stops the time; the keyboard has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="absolute inset-0 z-10" data-verdict={shown.key} onClick={() => isSettled && setPaused(true)}>
      <VerdictScreen
        look={{ ...verdictLooks[shown.key], ...(isInfo && neutral) }}
        mode={t(`scanner-device:mode.now_${shown.mode}`)}
        time={verdict && timeText(verdict.at)}
        word={texts.word}
        lead={verdict?.used && <p className="text-[1.375rem] leading-7 font-bold">{usedText(verdict.used, t)}</p>}
        // Its status is no news to those who denied them, and takes room from the reasons.
        guest={verdict?.guest && isDenial ? { ...verdict.guest, status: undefined } : verdict?.guest}
        group={verdict?.listed && <ListedLines listed={verdict.listed} isAdmitted={verdict.verdict === 'admit'} />}
        isDoubtful={verdict?.isDoubtful === true}
        next={isUndone ? t('scanner-device:verdict.undone') : texts.next}
        buttons={buttons}
        areButtonsInert={!isSettled}
      >
        <p className="wrap-anywhere">{texts.text}</p>
        {shown.key === 'new' && <p className="font-bold">{t('scanner-device:guest.unknown')}</p>}
        {verdict?.ticketId !== undefined && (
          <p className="type-tabular">
            {t('door:ticket', { id: verdict.ticketId })}
            {verdict.guest && ` · ${eventName({ name: verdict.guest.ticketTypeName, nameLat: verdict.guest.ticketTypeNameLat }, language)}`}
          </p>
        )}
        {decider && !isDenial && <p className="text-[1rem] font-semibold">{decider}</p>}
        {/* Not among the buttons, which would cover the texts of a small screen. */}
        {isDenial && <Reasons scanId={verdict.scanId} onExplain={onExplain} mayRefund={mayRefund} isInert={!isSettled} />}
      </VerdictScreen>
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
          {t('listed.name_and_list', { name: listedName(listed), list: listed.list })}
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

type ReasonsProps = { scanId: string; onExplain: DoorPhone['explain']; mayRefund: boolean; isInert: boolean };

/** Why the guest was rejected, for the other doors, and the refund if event and scanner device allow it. */
function Reasons({ scanId, onExplain, mayRefund, isInert }: ReasonsProps) {
  const { t } = useTranslation(['scanner-device', 'door']);
  const [chosen, setChosen] = useState<RejectReason>();
  const [refund, setRefund] = useState<'asking' | RefundState>();
  /** The scan that holds the denial now. */
  const current = useRef(Promise.resolve(scanId));
  const explain = async (because: RejectReason, isRefunded: boolean) => {
    if (isRefunded) setRefund('asking');
    const explained = current.current.then((id) => onExplain(id, because, isRefunded ? t(`door:reject_reasons.${because}`) : undefined));
    current.current = explained.then((one) => one.scanId);
    try {
      const answer = await (await explained).refund;
      if (isRefunded) setRefund(answer);
    } catch {
      // It can be chosen again.
      current.current = Promise.resolve(scanId);
      setChosen(undefined);
      setRefund(undefined);
    }
  };
  const isRequested = refund !== undefined && refund !== 'refused';
  const look =
    'min-h-12! border-2 border-on bg-paper! px-1! py-0! text-[1rem] leading-5! text-on! aria-pressed:bg-on! aria-pressed:text-paper!';
  return (
    <fieldset inert={isInert} className="mt-auto grid grid-cols-2 gap-2 pt-2">
      <legend className="pb-1 text-[1rem] font-semibold">{t('verdict.why')}</legend>
      {REJECT_REASONS.filter((reason) => reason !== 'rejected_by_staff').map((reason) => (
        <Button
          key={reason}
          look="paper"
          className={look}
          aria-pressed={chosen === reason}
          disabled={chosen !== undefined && chosen !== reason}
          onClick={() => {
            if (chosen === undefined) void explain(reason, isRequested);
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
            if (refund === undefined) void explain(chosen ?? 'rejected_by_staff', true);
          }}
        >
          {t(refund === undefined ? 'verdict.refund' : `verdict.refund_${refund}`)}
        </Button>
      )}
    </fieldset>
  );
}

type Translator = ReturnType<typeof useTranslation<['common', 'door', 'scanner-device']>>['t'];

function usedText({ door, at }: NonNullable<PhoneVerdict['used']>, t: Translator): string {
  const time = timeText(at);
  return door === undefined || door === '' ? t('scanner-device:used.at', { time }) : t('scanner-device:used.at_door', { door, time });
}

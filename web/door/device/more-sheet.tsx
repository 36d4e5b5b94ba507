import { useState } from 'react';
import { LANGUAGES } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import type { PhoneState } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCall } from '#web/lib/use-call.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { switchDoorLanguage } from './door-language.ts';
import { forgetDoor } from './stored-door.ts';

export type MorePage = 'more' | 'sent' | 'help' | 'leave';

type MoreSheetProps = {
  phone: DoorPhone;
  state: PhoneState;
  page: MorePage;
  isMuted: boolean;
  isStored: boolean;
  onMute(isMuted: boolean): void;
  onOpen(page: MorePage): void;
  onClose(): void;
};

/** Controls that are rarely needed: sound, language, unsent scans, help, and leaving. */
export function MoreSheet({ phone, state, page, isMuted, isStored, onMute, onOpen, onClose }: MoreSheetProps) {
  const { t } = useTranslation('scanner-device');
  const title = { more: t('more.title'), sent: t('sent.title'), help: t('help.title'), leave: t('leave.title') }[page];
  return (
    <Dialog key={page} title={title} className="flex flex-col gap-4 p-5" onClose={onClose}>
      {page === 'sent' && <SentList state={state} />}
      {page === 'help' && <HelpText />}
      {page === 'leave' && <LeaveForm phone={phone} unsent={state.unsent} onClose={onClose} />}
      {page === 'more' && (
        <>
          <ScannerDeviceLines state={state} isStored={isStored} />
          <Button look="secondary" isWide aria-pressed={isMuted} onClick={() => onMute(!isMuted)}>
            {t('more.sound')}: {t(isMuted ? 'more.sound_off' : 'more.sound_on')}
          </Button>
          <LanguageChoice />
          <Button look="secondary" isWide onClick={() => onOpen('sent')}>
            {t('more.sent')}
          </Button>
          <Button look="secondary" isWide onClick={() => onOpen('help')}>
            {t('more.help')}
          </Button>
          <Button look="secondary" isWide onClick={() => onOpen('leave')}>
            {t('more.leave')}
          </Button>
        </>
      )}
    </Dialog>
  );
}

const MS = 1_000;

function ScannerDeviceLines({ state: { scannerDevice, head, clock }, isStored }: { state: PhoneState; isStored: boolean }) {
  const { t } = useTranslation('scanner-device');
  const endsAt = head?.endsAt ?? scannerDevice?.endsAt;
  const seconds = Math.round(clock.offsetMs / MS);
  return (
    <div className="text-muted">
      {scannerDevice && <p className="font-bold text-text">{t('more.scannerDevice', { name: scannerDevice.name })}</p>}
      {endsAt !== undefined && <p>{t('more.until', { time: timeText(endsAt) })}</p>}
      <p>{t('more.clock', { seconds, uncertainty: Math.max(1, Math.ceil(clock.uncertaintyMs / MS)) })}</p>
      {isStored && <p>{t('more.works_offline')}</p>}
    </div>
  );
}

/** Both languages are stored on the phone. */
export function LanguageChoice() {
  const { t, translator } = useTranslation(['common', 'scanner-device']);
  const { language } = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const other = LANGUAGES.find((each) => each !== language);
  if (!other) return null;
  const change = () => {
    setBusy(true);
    void switchDoorLanguage(translator, other).finally(() => setBusy(false));
  };
  return (
    <Button look="secondary" isWide isPending={isBusy} onClick={change} lang={other}>
      {t(`languages.${other}`)}
    </Button>
  );
}

const reasons = ['right_missing', 'device_ended', 'nothing_to_undo', 'ticket_not_found', 'code_tampered'] as const;

/** Scans that wait for the network, and scans that the server refused for good. */
function SentList({ state }: { state: Pick<PhoneState, 'connectivity' | 'unsent' | 'refused' | 'listAt'> }) {
  const { t } = useTranslation('scanner-device');
  const { connectivity, unsent, refused, listAt } = state;
  const reasonOf = (reason: string) => t(`sent.reasons.${reasons.find((known) => known === reason) ?? 'other'}`);
  return (
    <>
      <p className={unsent > 0 ? 'text-[1.25rem] font-bold text-warn' : 'text-[1.25rem] font-bold text-ok'}>
        {unsent > 0 ? t('sent.unsent', { count: unsent }) : t('sent.none')}
      </p>
      {connectivity === 'alone' && <p>{t('sent.alone')}</p>}
      {listAt && <p>{t('sent.list', { time: timeText(listAt) })}</p>}
      <section className="flex flex-col gap-2">
        <h3 className="text-[1.125rem] font-bold">{t('sent.refused_title')}</h3>
        {refused.length === 0 ? <p className="text-muted">{t('sent.refused_none')}</p> : <p>{t('sent.refused_hint')}</p>}
        <ul className="flex flex-col">
          {refused.map(({ scanId, at, outcome }) => (
            <li key={scanId} className="flex gap-4 border-t border-control py-3">
              <span className="type-tabular font-bold">{timeText(at)}</span>
              <span>{reasonOf(outcome.reason)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const HOW = ['colours', 'network', 'twice', 'lists', 'counting'] as const;
const LIMITS = ['two_doors', 'alone', 'back_in', 'remedy', 'lost', 'iphone'] as const;

/** How the door works, and its limits. */
export function HelpText() {
  const { t } = useTranslation('scanner-device');
  return (
    <>
      <h3 className="text-[1.25rem] font-bold">{t('help.how_title')}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {HOW.map((each) => (
          <li key={each}>{t(`help.how.${each}`)}</li>
        ))}
      </ul>
      <h3 className="text-[1.25rem] font-bold">{t('help.limits_title')}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {LIMITS.map((each) => (
          <li key={each}>{t(`help.limits.${each}`)}</li>
        ))}
      </ul>
      <h3 className="text-[1.25rem] font-bold">{t('help.scanner_title')}</h3>
      <p>{t('help.scanner')}</p>
    </>
  );
}

type LeaveFormProps = { phone: Pick<DoorPhone, 'leave'>; unsent: number; onClose(): void };

/** Unpairs the phone once everything is sent, and removes the stored page. */
function LeaveForm({ phone, unsent, onClose }: LeaveFormProps) {
  const { t } = useTranslation(['common', 'scanner-device', 'errors']);
  const { run, isPending, failure } = useCall(async () => {
    await phone.leave();
    await forgetDoor();
    onClose();
  });
  const hasNoNetwork = failure instanceof ApiError && failure.status === 0;
  return (
    <>
      <p>{t('scanner-device:leave.text')}</p>
      {unsent > 0 && <p className="font-semibold text-warn">{t('scanner-device:leave.unsent', { count: unsent })}</p>}
      {failure !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {hasNoNetwork ? t('scanner-device:leave.no_network') : errorText(failure, t)}
        </p>
      )}
      <Button look="secondary" isWide onClick={onClose}>
        {t('scanner-device:leave.back')}
      </Button>
      <Button look="danger" isWide isPending={isPending} pendingLabel={t('scanner-device:leave.working')} onClick={run}>
        {t('scanner-device:leave.confirm')}
      </Button>
    </>
  );
}

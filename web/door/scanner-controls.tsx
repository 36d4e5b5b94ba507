import WifiOff from 'lucide-react/icons/wifi-off';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Shown only if the camera has a torch. A new camera starts with the torch off. */
export function TorchButton({ switchTorch }: { switchTorch(isOn: boolean): Promise<void> }) {
  const { t } = useTranslation(['common', 'door']);
  const [isOn, setOn] = useState(false);
  const toggle = async () => {
    await switchTorch(!isOn);
    setOn(!isOn);
  };
  return (
    <ToggleButton isOn={isOn} onClick={() => void toggle().catch(() => undefined)}>
      {t('door:torch')}
    </ToggleButton>
  );
}

type ToggleButtonProps = { isOn: boolean; onClick(): void; children: ReactNode };

/** Looks like the chosen mode while it is on. */
export function ToggleButton({ isOn, onClick, children }: ToggleButtonProps) {
  return (
    <Button
      look="secondary"
      className="min-w-0 flex-1 px-2! aria-pressed:bg-bone! aria-pressed:text-coal!"
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

type ModeChoiceProps = { isReject: boolean; onChange(isReject: boolean): void };

/** Accept or Reject: the decision for the next ticket. Accept by default (spec §2). */
export function ModeChoice({ isReject, onChange }: ModeChoiceProps) {
  const { t } = useTranslation(['common', 'door']);
  return (
    <fieldset className="grid grid-cols-2 border-2 border-control">
      <legend className="sr-only">{t('door:mode')}</legend>
      <Choice text={t('door:accept')} isChosen={!isReject} chosen="bg-bone text-coal" onChoose={() => onChange(false)} />
      <Choice text={t('door:reject')} isChosen={isReject} chosen="bg-danger text-coal" onChoose={() => onChange(true)} />
    </fieldset>
  );
}

type ChoiceProps = { text: string; isChosen: boolean; chosen: string; onChoose(): void };

function Choice({ text, isChosen, chosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={classNames(
        'relative grid min-h-19 place-items-center px-2 text-center text-[1.25rem] font-semibold has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sulphur',
        isChosen && chosen,
      )}
    >
      <input
        type="radio"
        name="mode"
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full appearance-none outline-none"
      />
      {text}
    </label>
  );
}

/** Shown while tickets cannot be checked, so that staff see it before the next guest arrives. */
export function ConnectionLine() {
  const { t } = useTranslation('door');
  return (
    <output className="flex min-h-11 shrink-0 items-center gap-3 bg-warn px-5 py-2 font-semibold text-coal">
      <WifiOff size={24} className="shrink-0" aria-hidden="true" />
      {t('offline')}
    </output>
  );
}

type ManualEntryProps = { onSend(ticketId: number): void; onClose(): void };

/** Takes a ticket number by hand, for a code that the camera cannot read. */
export function ManualEntry({ onSend, onClose }: ManualEntryProps) {
  const { t } = useTranslation(['common', 'door']);
  const [typed, setTyped] = useState('');
  const [isJudged, setJudged] = useState(false);
  const ticketId = idOf(typed);
  const field = useRef<HTMLInputElement>(null);
  // By default a dialog focuses its first control, which is the close button.
  useEffect(() => field.current?.focus(), []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (ticketId !== undefined) onSend(ticketId);
  };
  return (
    <Dialog title={t('door:manual_title')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <p className="type-meta text-muted">{t('door:manual_hint')}</p>
      <form noValidate onSubmit={send} className="flex flex-col gap-5">
        <Field
          ref={field}
          label={t('door:ticket_id')}
          error={isJudged && ticketId === undefined ? t('door:id_invalid') : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" isWide>
          {t('door:manual_send')}
        </Button>
      </form>
    </Dialog>
  );
}

/** Returns the ticket id from a typed number, which may have spaces between its digits. */
function idOf(text: string): number | undefined {
  const digits = text.replaceAll(/\s/g, '');
  const id = /^\d{1,16}$/.test(digits) ? Number(digits) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

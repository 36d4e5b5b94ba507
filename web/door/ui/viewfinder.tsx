import Flashlight from 'lucide-react/icons/flashlight';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAfter } from './use-after.ts';
import type { Reader } from './use-reader.ts';
import type { Step } from './use-steps.ts';

/** The mode colours its button, the brackets and the line above the camera, so that no guest is rejected by mistake. */
export const modeLooks = {
  in: { chosen: 'bg-bone text-coal', edge: 'border-bone', line: '' },
  out: { chosen: 'bg-info text-coal', edge: 'border-info', line: 'bg-info text-coal' },
  reject: { chosen: 'bg-danger text-coal', edge: 'border-danger', line: 'bg-danger text-coal' },
  info: { chosen: 'bg-bone text-coal', edge: 'border-bone', line: 'bg-bone text-coal' },
} as const;
type Mode = keyof typeof modeLooks;

type CameraPaneProps = {
  reader: Reader;
  phase: Step<unknown>['phase'];
  mode: Mode;
  isSameCode: boolean;
  /** Said on the button while the next guest is rejected. */
  rejecting: string;
  noCamera: string;
  /** Why no ticket can be checked; shown instead of the camera. */
  trouble?: ComponentProps<typeof ErrorState> | undefined;
  onStart(): void;
  /** Continues without waiting for the answer. */
  onCancel?: () => void;
  /** Above the button that starts the camera. */
  children: ReactNode;
};

/** The camera's picture with brackets to aim with; before the first tap, the button that starts it. */
export function CameraPane({
  reader,
  phase,
  mode,
  isSameCode,
  rejecting,
  noCamera,
  trouble,
  onStart,
  onCancel,
  children,
}: CameraPaneProps) {
  const { t } = useTranslation(['common', 'door']);
  const { video, state, retry } = reader;
  const isReject = mode === 'reject';
  const hasNoCamera = phase !== 'idle' && state === 'failed';
  const failure = trouble ?? (hasNoCamera ? { message: noCamera, onRetry: retry } : undefined);
  return (
    <div className={classNames('relative grid grow place-items-center overflow-hidden', phase === 'idle' ? 'min-h-52' : 'min-h-28')}>
      {/* A live picture of the ticket: there is nothing to caption. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} playsInline muted className="absolute inset-0 size-full object-cover opacity-70" />
      <div className="relative flex size-full min-h-0 flex-col items-center justify-center gap-3 px-5 py-2">
        {failure && (
          <div className="max-h-full w-full max-w-100 overflow-y-auto bg-bg">
            <ErrorState {...failure} />
          </div>
        )}
        {!failure && phase === 'idle' && (
          <>
            {children}
            <div className="flex w-full max-w-100 flex-col items-center gap-3 text-center">
              <Button look={isReject ? 'danger' : 'primary'} size="scanner" isWide onClick={onStart} className="text-[min(1.375rem,6vw)]">
                <span>
                  {t('door:start')} {isReject && <span className="block text-[1.125rem]">{rejecting}</span>}
                </span>
              </Button>
              <p className="type-meta text-muted">{t('door:start_hint')}</p>
            </div>
          </>
        )}
        {!failure && phase !== 'idle' && (
          <>
            <Brackets colour={modeLooks[mode].edge} />
            <p
              aria-live="polite"
              className={classNames('px-3 py-1 text-center text-[1.125rem]', isReject ? 'bg-danger font-semibold text-coal' : 'bg-bg')}
            >
              {t(hintOf(phase, state, isSameCode))}
            </p>
            {phase === 'checking' && onCancel && <CancelButton onCancel={onCancel} />}
          </>
        )}
      </div>
      {isReject && <span aria-hidden="true" className="pointer-events-none absolute inset-0 border-6 border-danger" />}
    </div>
  );
}

const corners = [
  'start-0 top-0 border-s-6 border-t-6',
  'end-0 top-0 border-e-6 border-t-6',
  'start-0 bottom-0 border-s-6 border-b-6',
  'end-0 bottom-0 border-e-6 border-b-6',
];

/** The corners of the square to aim with. */
function Brackets({ colour }: { colour: string }) {
  return (
    <div aria-hidden="true" className="relative aspect-square max-h-[min(18.125rem,36dvh)] min-h-16 grow basis-0">
      {corners.map((corner) => (
        <span key={corner} className={classNames('absolute size-[min(3rem,34%)]', corner, colour)} />
      ))}
    </div>
  );
}

function hintOf(phase: Step<unknown>['phase'], camera: Reader['state'], isSameCode: boolean) {
  if (phase === 'checking') return 'door:checking';
  if (camera !== 'on') return 'door:starting';
  return isSameCode ? 'door:same_code' : 'door:point';
}

const LONG_MS = 700;

/** Shown only if an answer takes long; most arrive before the button could be read. */
function CancelButton({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation('door');
  const isLong = useAfter(LONG_MS, true);
  if (!isLong) return null;
  return (
    <Button look="secondary" className="bg-bg" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
}

type ModeChoiceProps<M extends Mode> = { label: string; modes: readonly M[]; mode: M; textOf(mode: M): string; onChoose(mode: M): void };

/** What the next scan is for. */
export function ModeChoice<M extends Mode>({ label, modes, mode, textOf, onChoose }: ModeChoiceProps<M>) {
  if (modes.length < 2) return null;
  return (
    <fieldset className="flex border-2 border-control">
      <legend className="sr-only">{label}</legend>
      {modes.map((each) => (
        <label
          key={each}
          className={classNames(
            'relative grid min-h-16 min-w-0 flex-1 place-items-center px-1 text-center text-[0.9375rem] phone:text-[1.125rem] font-semibold has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sulphur',
            each === mode && modeLooks[each].chosen,
          )}
        >
          <input
            type="radio"
            name="mode"
            checked={each === mode}
            onChange={() => onChoose(each)}
            className="absolute inset-0 size-full appearance-none outline-none"
          />
          {textOf(each)}
        </label>
      ))}
    </fieldset>
  );
}

type ToolProps = { Icon: typeof Flashlight; text: string; isOn?: boolean; isOff?: boolean; onClick(): void };

export function Tool({ Icon, text, isOn, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className="flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control border border-control text-[0.875rem] leading-4 font-semibold hover:bg-surface-2 aria-disabled:text-muted aria-pressed:bg-bone aria-pressed:text-coal"
    >
      <Icon size={24} aria-hidden="true" />
      {text}
    </button>
  );
}

/** A new camera starts with the torch off. */
export function TorchTool({ switchTorch }: { switchTorch: NonNullable<Reader['switchTorch']> }) {
  const { t } = useTranslation('door');
  const [isOn, setOn] = useState(false);
  const toggle = async () => {
    await switchTorch(!isOn);
    setOn(!isOn);
  };
  return <Tool Icon={Flashlight} text={t('torch')} isOn={isOn} onClick={() => void toggle().catch(() => undefined)} />;
}

import Ellipsis from 'lucide-react/icons/ellipsis';
import Flashlight from 'lucide-react/icons/flashlight';
import Keyboard from 'lucide-react/icons/keyboard';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type ReactNode, type RefObject, useState } from 'react';
import { Brackets } from '#web/door/ui/brackets.tsx';
import type { CameraState } from '#web/door/ui/use-camera.ts';
import type { ScanMode } from '#web/door/phone/door-phone.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { Step } from './use-passing.ts';

type CameraPaneProps = {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState['state'];
  step: Step;
  mode: ScanMode;
  isSameCode: boolean;
  name: string;
  onStart(): void;
  onRetry(): void;
};

/** The camera's picture with brackets to aim with; before the first tap, the button that starts it. */
export function CameraPane({ video, state, step, mode, isSameCode, name, onStart, onRetry }: CameraPaneProps) {
  const { t } = useTranslation(['common', 'scanner-device']);
  const isReject = mode === 'reject';
  const aim = t(isSameCode ? 'scanner-device:aim.same' : 'scanner-device:aim.point');
  const looking = state === 'on' ? aim : t('scanner-device:aim.starting');
  return (
    <div className={classNames('relative grid grow place-items-center overflow-hidden', step.phase === 'idle' ? 'min-h-52' : 'min-h-36')}>
      {/* A live picture of the ticket: there is nothing to caption. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} playsInline muted className="absolute inset-0 size-full object-cover opacity-70" />
      <div className="relative flex size-full min-h-0 flex-col items-center justify-center gap-3 px-5 py-2">
        {step.phase === 'idle' && (
          <div className="flex w-full max-w-100 flex-col items-center gap-3 text-center">
            <p className="text-[1.25rem] font-bold">{t('scanner-device:ready.title', { name })}</p>
            <Button look={isReject ? 'danger' : 'primary'} size="scanner" isWide onClick={onStart} className="text-[1.375rem]">
              <span>
                {t('scanner-device:ready.start')}{' '}
                {isReject && <span className="block text-[1.125rem]">{t('scanner-device:mode.now_reject')}</span>}
              </span>
            </Button>
            <p className="type-meta text-muted">{t('scanner-device:ready.text')}</p>
          </div>
        )}
        {step.phase !== 'idle' && state === 'failed' && (
          <div className="max-h-full w-full max-w-100 overflow-y-auto bg-bg">
            <ErrorState message={t('scanner-device:aim.camera_refused')} onRetry={onRetry} />
          </div>
        )}
        {step.phase !== 'idle' && state !== 'failed' && (
          <>
            <Brackets colour={modeLooks[mode].edge} />
            <p className={classNames('px-3 py-1 text-[1.125rem]', isReject ? 'bg-danger font-semibold text-coal' : 'bg-bg')}>
              {step.phase === 'checking' ? t('scanner-device:aim.checking') : looking}
            </p>
          </>
        )}
      </div>
      {isReject && <span aria-hidden="true" className="pointer-events-none absolute inset-0 border-6 border-danger" />}
    </div>
  );
}

/** The mode colours its button, the brackets and the line above the camera, so that no guest is rejected by mistake. */
export const modeLooks = {
  in: { chosen: 'bg-bone text-coal', edge: 'border-bone', line: '' },
  out: { chosen: 'bg-info text-coal', edge: 'border-info', line: 'bg-info text-coal' },
  reject: { chosen: 'bg-danger text-coal', edge: 'border-danger', line: 'bg-danger text-coal' },
  info: { chosen: 'bg-bone text-coal', edge: 'border-bone', line: 'bg-bone text-coal' },
} as const satisfies Record<ScanMode, { chosen: string; edge: string; line: string }>;

type ModeChoiceProps = { modes: readonly ScanMode[]; mode: ScanMode; onChoose(mode: ScanMode): void };

/** What the next scan is for. */
export function ModeChoice({ modes, mode, onChoose }: ModeChoiceProps) {
  const { t } = useTranslation('scanner-device');
  if (modes.length < 2) return null;
  return (
    <fieldset className="flex border-2 border-control">
      <legend className="sr-only">{t('mode.label')}</legend>
      {modes.map((each) => (
        <label
          key={each}
          className={classNames(
            'relative grid min-h-16 min-w-0 flex-1 place-items-center px-1 text-center text-[1rem] phone:text-[1.125rem] font-semibold has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sulphur',
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
          {t(`mode.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Counts people who enter or leave without a ticket. */
export function Clicker({ onCount }: { onCount(kind: 'plus' | 'minus'): void }) {
  const { t } = useTranslation('scanner-device');
  return (
    <fieldset aria-label={t('clicker.label')} className="flex shrink-0 grow gap-2">
      <ClickerButton label={t('clicker.minus')} onClick={() => onCount('minus')}>
        <Minus size={28} aria-hidden="true" />
      </ClickerButton>
      <ClickerButton label={t('clicker.plus')} onClick={() => onCount('plus')}>
        <Plus size={28} aria-hidden="true" />
      </ClickerButton>
    </fieldset>
  );
}

function ClickerButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid min-h-14 min-w-14 flex-1 place-items-center rounded-control border-2 border-control hover:bg-surface-2 active:bg-bone active:text-coal"
    >
      {children}
    </button>
  );
}

type ToolsProps = {
  switchTorch: CameraState['switchTorch'];
  onNumber(): void;
  /** Missing if the scanner device may not search. */
  onSearch: (() => void) | undefined;
  onMore(): void;
};

export function Tools({ switchTorch, onNumber, onSearch, onMore }: ToolsProps) {
  const { t } = useTranslation('scanner-device');
  return (
    <fieldset aria-label={t('tools.label')} className="flex gap-2">
      {switchTorch && <TorchTool switchTorch={switchTorch} />}
      <Tool Icon={Keyboard} text={t('tools.number')} onClick={onNumber} />
      {onSearch && <Tool Icon={Search} text={t('tools.search')} onClick={onSearch} />}
      <Tool Icon={Ellipsis} text={t('tools.more')} onClick={onMore} />
    </fieldset>
  );
}

type ToolProps = { Icon: typeof Ellipsis; text: string; isOn?: boolean; onClick(): void };

function Tool({ Icon, text, isOn, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control border border-control text-[0.875rem] leading-4 font-semibold hover:bg-surface-2 aria-pressed:bg-bone aria-pressed:text-coal"
    >
      <Icon size={24} aria-hidden="true" />
      {text}
    </button>
  );
}

/** A new camera starts with the torch off. */
function TorchTool({ switchTorch }: { switchTorch: NonNullable<CameraState['switchTorch']> }) {
  const { t } = useTranslation('scanner-device');
  const [isOn, setOn] = useState(false);
  const toggle = async () => {
    await switchTorch(!isOn);
    setOn(!isOn);
  };
  return <Tool Icon={Flashlight} text={t('tools.torch')} isOn={isOn} onClick={() => void toggle().catch(() => undefined)} />;
}

import { useEffect, useState } from 'react';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Poster } from '#web/ui/picture.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Brackets } from './ui/brackets.tsx';
import type { DoorEvents } from './use-door-event.ts';
import type { Reader } from './use-reader.ts';

type CameraViewProps = {
  reader: Reader;
  phase: 'idle' | 'scanning' | 'checking';
  isReject: boolean;
  /** How long the code in front of the camera is ignored because it was just checked. */
  samePauseSeconds: number;
  door: DoorEvents;
  onStart(): void;
  /** Continues without waiting for the answer. */
  onCancel(): void;
};

/** The camera's picture with brackets to aim with. */
export function CameraView({
  reader: { video, state, retry },
  phase,
  isReject,
  samePauseSeconds,
  door,
  onStart,
  onCancel,
}: CameraViewProps) {
  const { t } = useTranslation(['common', 'door', 'errors']);
  const hint = phase === 'checking' ? t('door:checking') : t(state === 'looking' ? 'door:point' : 'door:starting');
  const isSame = phase === 'scanning' && samePauseSeconds > 0;
  return (
    <div className="relative grid min-h-0 grow place-items-center overflow-hidden">
      {/* A live picture of the ticket: there is nothing to caption. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} playsInline muted className="absolute inset-0 size-full object-cover opacity-70" />
      {/* At the lower end, within reach of a thumb. */}
      <div
        className={classNames(
          'relative flex size-full min-h-0 flex-col items-center gap-4 px-5 py-3',
          phase === 'idle' ? 'justify-end' : 'justify-center',
        )}
      >
        {phase === 'idle' && door.state !== 'failed' && (
          <>
            {door.standing && <DoorPoster id={door.standing.id} />}
            <StartPanel isReject={isReject} onStart={onStart} />
          </>
        )}
        {door.state === 'failed' && (
          <div className="w-full max-w-100 bg-bg">
            <ErrorState title={t('door:events_failed')} message={errorText(door.error, t)} onRetry={door.refetch} />
          </div>
        )}
        {phase !== 'idle' && state === 'failed' && (
          <div className="w-full max-w-100 bg-bg">
            <ErrorState message={t('door:camera_failed')} onRetry={retry} />
          </div>
        )}
        {phase !== 'idle' && state !== 'failed' && (
          <>
            <Brackets colour={isReject ? 'border-danger' : 'border-bone'} />
            {isSame ? (
              <p className="border-s-4 border-warn bg-bg px-3 py-1 text-center text-[1.125rem] font-semibold text-warn">
                {t('door:same_code')} {t('door:same_again', { seconds: samePauseSeconds })}
              </p>
            ) : (
              <p className={classNames('px-3 py-1 text-[1.125rem]', isReject ? 'bg-danger font-semibold text-coal' : 'bg-bg')}>{hint}</p>
            )}
            {phase === 'checking' && <CancelButton onCancel={onCancel} />}
          </>
        )}
      </div>
      {isReject && <span aria-hidden="true" className="pointer-events-none absolute inset-0 border-6 border-danger" />}
    </div>
  );
}

const LONG_MS = 700;

/** Shown only if an answer takes long; most arrive before the button could be read. */
function CancelButton({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation('door');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Button look="secondary" className="bg-bg" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
}

/** The poster of the door's event, where the camera's picture will be, so that a wrong event is noticed from afar. */
function DoorPoster({ id }: { id: number }) {
  return (
    <div className="-mx-5 -mt-3 min-h-0 grow self-stretch">
      <Poster src={coverUrl(id, '1x1')} {...coverRatios['1x1']} className="h-full" />
    </div>
  );
}

function StartPanel({ isReject, onStart }: { isReject: boolean; onStart(): void }) {
  const { t } = useTranslation(['common', 'door']);
  return (
    <div className="flex w-full max-w-100 flex-col items-center gap-4 text-center">
      <Button look={isReject ? 'danger' : 'primary'} size="scanner" isWide onClick={onStart} className="text-[1.375rem]">
        <span>
          {t('door:start')} {isReject && <span className="block text-[1.125rem]">{t('door:mode_reject')}</span>}
        </span>
      </Button>
      <p className="type-meta text-muted">{t('door:start_hint')}</p>
    </div>
  );
}

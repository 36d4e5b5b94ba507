import { useId, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { LineUpView } from '#shared/events/events.contract.ts';
import { SOUND_BYTES_MAX, SOUND_TYPES } from '#shared/media/sounds.ts';
import { soundUploadUrl } from '#shared/staff/event-uploads.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { FileButton } from '#web/staff/components/file-button.tsx';
import { isCancelled, useUpload } from '#web/staff/components/file-upload.ts';
import { UploadState } from '#web/staff/components/upload-state.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type SoundsProps = { event: StaffEventView; onChanged(event: StaffEventView): void };

/** The sounds of the saved acts. Each is saved at once. */
export function LineUpSounds({ event, onChanged }: SoundsProps) {
  const { t } = useTranslation('staff-events');
  if (event.lineUps.length === 0) return null;
  return (
    <section aria-labelledby="sounds-title" className="flex flex-col gap-3 border-t border-hairline pt-5">
      <h2 id="sounds-title" className="font-semibold">
        {t('line_up.sounds.title')}
      </h2>
      <FieldNotes id="sounds" hint={t('line_up.sounds.hint')} />
      <ul className="border-b border-hairline">
        {event.lineUps.map((act) => (
          <ActSound key={act.id} act={act} event={event} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  );
}

type Change = (version: number) => Promise<unknown>;

function ActSound({ act, event, onChanged }: SoundsProps & { act: LineUpView }) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors', 'staff']);
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const name = act.artistName;
  const { upload, send, cancel } = useUpload();
  const command = useCommand(
    async ({ change }: { change: Change; text: string }) => {
      await change(event.version);
      return staffApi.staffEvents.get({ id: event.id });
    },
    {
      onSuccess(changed, { text }) {
        onChanged(changed);
        toast.success(text);
      },
      onError: (error) => setProblem(problemText(error, t)),
    },
  );
  const run = (change: Change, text: string) => {
    setProblem(undefined);
    command.run({ change, text });
  };
  const take = (file: File) => {
    if (command.isPending) return;
    if (file.size > SOUND_BYTES_MAX) setProblem(t('staff-events:line_up.sounds.too_large'));
    else
      run(
        (version) => send(soundUploadUrl({ event: event.id, act: act.id, version }), file),
        t('staff-events:line_up.sounds.stored', { name }),
      );
  };
  const remove = () =>
    run(
      (version) => staffApi.staffEvents.removeSound({ id: event.id, act: act.id, version }),
      t('staff-events:line_up.sounds.removed', { name }),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline py-2">
      <bdi className="min-w-40 flex-1 wrap-anywhere">{name}</bdi>
      {act.soundUrl === null ? (
        <span className="text-muted">{t('staff-events:line_up.sounds.none')}</span>
      ) : (
        // Music has no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          controls
          preload="none"
          src={act.soundUrl}
          aria-label={t('staff:do_with', { what: t('staff-events:line_up.sounds.title'), name })}
          className="h-11 w-64 max-w-full"
        />
      )}
      <FileButton
        id={id}
        label={t('staff-events:line_up.sounds.choose_for', { name })}
        text={t(act.soundUrl === null ? 'staff-events:line_up.sounds.choose' : 'staff-events:line_up.sounds.replace')}
        accept={SOUND_TYPES}
        isPending={command.isPending}
        pendingLabel={t('staff-events:line_up.sounds.sending')}
        onChoose={take}
      />
      {upload && <UploadState {...upload} onCancel={cancel} />}
      {act.soundUrl !== null && (
        <Button
          look="quiet"
          size="small"
          aria-label={t('staff-events:line_up.sounds.remove_for', { name })}
          isPending={command.isPending}
          onClick={remove}
        >
          {t('staff-events:line_up.sounds.remove')}
        </Button>
      )}
      <div className="w-full empty:hidden">
        <FieldNotes id={id} error={problem} />
      </div>
    </li>
  );
}

function problemText(error: unknown, t: Translate): string | undefined {
  if (isCancelled(error)) return undefined;
  const key = error instanceof ApiError ? error.body.errors?.['sound'] : undefined;
  if (key !== undefined) return validationText(key, t);
  return error instanceof ApiError && error.status === 0 ? t('staff-events:no_network') : errorText(error, t);
}

import { useState } from 'react';
import { PHOTO_BYTES_MAX } from '#shared/gallery/pictures.ts';
import { photoUploadUrl } from '#shared/staff/event-uploads.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { FileButton } from '#web/staff/components/file-button.tsx';
import { isCancelled, useFileDrop, useUpload } from '#web/staff/components/file-upload.ts';
import { UploadState } from '#web/staff/components/upload-state.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { isConflict } from '#web/staff/events/confirm-event.tsx';

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

type PhotoBoxProps = { event: StaffEventView; onChanged(event: StaffEventView): void };

type PhotoChange = (event: StaffEventView) => Promise<StaffEventView>;

/** Sets, replaces or removes the photo of an event. It is saved at once. */
export function PhotoBox({ event, onChanged }: PhotoBoxProps) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors']);
  const [problem, setProblem] = useState<string>();
  const hasPhoto = event.eventPhotoUrl !== null;
  const { upload, send, cancel } = useUpload();

  const command = useCommand(({ change }: { change: PhotoChange; text: string }) => onLatest(event, change), {
    onSuccess(changed, { text }) {
      onChanged(changed);
      setProblem(undefined);
      toast.success(text);
    },
    onError: (error) => setProblem(problemText(error, t)),
  });
  const isBusy = command.isPending;
  const run = (next: Parameters<typeof command.run>[0]) => {
    setProblem(undefined);
    command.run(next);
  };
  const take = (file: File | undefined) => {
    if (!file || isBusy) return;
    if (file.size > PHOTO_BYTES_MAX) setProblem(validationText('validation.photo_too_large', t));
    else run({ change: (base) => sendPhoto(base, file), text: t('staff-events:photo.stored') });
  };
  const sendPhoto = async ({ id, version }: StaffEventView, file: File) => {
    await send(photoUploadUrl({ event: id, version }), file);
    return staffApi.staffEvents.get({ id });
  };
  const isOver = useFileDrop(([file]) => take(file));
  const removePhoto: PhotoChange = ({ id, version }) => staffApi.staffEvents.removePhoto({ id, version });
  const remove = () => run({ change: removePhoto, text: t('staff-events:photo.removed') });
  return (
    <section
      aria-labelledby="photo-title"
      className={classNames('mt-6 flex flex-col gap-3 border-t pt-5', isOver ? 'border-accent' : 'border-hairline')}
    >
      <h2 id="photo-title" className="font-semibold">
        {t('staff-events:photo.title')}
      </h2>
      <FieldNotes id="photo" hint={t('staff-events:photo.hint')} error={problem} />
      <div className="flex flex-wrap items-end gap-4">
        {hasPhoto ? (
          <img src={event.eventPhotoUrl ?? ''} alt={t('staff-events:photo.alt')} className="h-40 w-32 bg-surface-2 object-cover" />
        ) : (
          <p className="w-full text-muted">{t(isOver ? 'staff-events:photo.drop' : 'staff-events:photo.cover')}</p>
        )}
        <FileButton
          id="photo"
          label={t('staff-events:photo.choose')}
          text={t(hasPhoto ? 'staff-events:photo.replace' : 'staff-events:photo.choose')}
          accept={PHOTO_TYPES}
          aria-describedby="photo-hint"
          isPending={isBusy}
          pendingLabel={t('staff-events:photo.sending')}
          onChoose={take}
        />
        {upload && <UploadState {...upload} onCancel={cancel} />}
        {hasPhoto && (
          <Button look="quiet" size="small" isPending={isBusy} onClick={remove}>
            {t('staff-events:photo.remove')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Repeats the change on the newest version if others changed something other than the photo. */
async function onLatest(event: StaffEventView, change: PhotoChange): Promise<StaffEventView> {
  try {
    return await change(event);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffEvents.get({ id: event.id });
    if (latest.eventPhotoUrl !== event.eventPhotoUrl) throw error;
    return change(latest);
  }
}

function problemText(error: unknown, t: Translate): string | undefined {
  if (isCancelled(error)) return undefined;
  const key = error instanceof ApiError ? error.body.errors?.['photo'] : undefined;
  if (key !== undefined) return validationText(key, t);
  return error instanceof ApiError && error.status === 0 ? t('staff-events:no_network') : errorText(error, t);
}

import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTO_BYTES_MAX } from '#shared/events/night-photo.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNotes } from '#web/ui/field-frame.tsx';
import { sendPhoto } from './send-photo.ts';
import { useRefusal } from './use-refusal.ts';
import { isConflict } from './use-saving.ts';

type PhotoBoxProps = { night: StaffNightView; onChanged(night: StaffNightView): void };

/** The photo of a night: choose one, another one, or none. It is on the night at once. */
export function PhotoBox({ night, onChanged }: PhotoBoxProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'forms', 'errors']);
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const hasPhoto = night.eventPhotoUrl !== null;

  const change = async (work: (base: StaffNightView) => Promise<StaffNightView>, text: string) => {
    setIsBusy(true);
    try {
      onChanged(await onLatest(night, work));
      accept();
      toast.success(text);
    } catch (error) {
      refuse(error);
    } finally {
      setIsBusy(false);
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    if (file.size > PHOTO_BYTES_MAX) refuseFields({ photo: 'validation.photo_too_large' });
    else void change((base) => sendPhoto(base, file), t('staff-nights:photo.stored'));
    // The same file may be chosen again.
    event.target.value = '';
  };
  const remove = () =>
    change((base) => staffApi.staffNights.removePhoto({ id: base.id, version: base.version }), t('staff-nights:photo.removed'));
  return (
    <section aria-labelledby="photo-title" className="mt-6 flex flex-col gap-3 border-t border-hairline pt-5">
      <h2 id="photo-title" className="font-semibold">
        {t('staff-nights:photo.title')}
      </h2>
      <FieldNotes id="photo" hint={t('staff-nights:photo.hint')} error={refusal.fields['photo'] ?? refusal.message} />
      <div className="flex flex-wrap items-end gap-4">
        {hasPhoto ? (
          <img src={night.eventPhotoUrl ?? ''} alt={t('staff-nights:photo.alt')} className="h-40 w-32 bg-surface-2 object-cover" />
        ) : (
          <p className="w-full text-muted">{t('staff-nights:photo.cover')}</p>
        )}
        <input
          ref={input}
          id="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={t('staff-nights:photo.choose')}
          aria-describedby="photo-hint"
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
        <Button
          look="secondary"
          size="small"
          isPending={isBusy}
          pendingLabel={t('staff-nights:photo.sending')}
          onClick={() => input.current?.click()}
        >
          {t(hasPhoto ? 'staff-nights:photo.replace' : 'staff-nights:photo.choose')}
        </Button>
        {hasPhoto && (
          <Button look="quiet" size="small" isPending={isBusy} onClick={() => void remove()}>
            {t('staff-nights:photo.remove')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Does it again on the newest version when others changed something else of the night; not when it was the photo. */
async function onLatest(night: StaffNightView, work: (base: StaffNightView) => Promise<StaffNightView>): Promise<StaffNightView> {
  try {
    return await work(night);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffNights.get({ id: night.id });
    if (latest.eventPhotoUrl !== night.eventPhotoUrl) throw error;
    return work(latest);
  }
}

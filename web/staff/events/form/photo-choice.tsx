import { useEffect, useState } from 'react';
import { PHOTO_BYTES_MAX } from '#shared/gallery/pictures.ts';
import { validationText } from '#web/lib/error-text.ts';
import { FileButton } from '#web/staff/components/file-button.tsx';
import { useFileDrop } from '#web/staff/components/file-upload.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PHOTO_TYPES } from './photo-box.tsx';

type ChosenPhoto = { file: File | undefined; url: string | undefined; choose(file: File | undefined): void };

/** A photo that is sent with a new event; `url` shows it before. A reload loses it, since browsers keep no files. */
export function useChosenPhoto(): ChosenPhoto {
  const [{ file, url }, setState] = useState<Pick<ChosenPhoto, 'file' | 'url'>>({ file: undefined, url: undefined });
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  return { file, url, choose: (next) => setState({ file: next, url: next && URL.createObjectURL(next) }) };
}

export function PhotoChoice({ url, choose }: ChosenPhoto) {
  const { t } = useTranslation(['common', 'staff-events', 'forms']);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = (file: File | undefined) => {
    if (!file) return;
    const isRefused = file.size > PHOTO_BYTES_MAX;
    setTooLarge(isRefused);
    if (!isRefused) choose(file);
  };
  const isOver = useFileDrop(([file]) => take(file));
  return (
    <section aria-labelledby="photo-title" className="flex flex-col gap-3">
      <h2 id="photo-title" className="text-[1.25rem] leading-7 font-bold">
        {t('staff-events:photo.poster')}
      </h2>
      <FieldNotes
        id="photo"
        hint={t(isOver ? 'staff-events:photo.drop' : 'staff-events:photo.hint')}
        error={isTooLarge ? validationText('validation.photo_too_large', t) : undefined}
      />
      <div className="flex flex-wrap items-end gap-4">
        {url !== undefined && <img src={url} alt={t('staff-events:photo.alt')} className="h-40 w-32 bg-surface-2 object-cover" />}
        <FileButton
          id="photo"
          label={t('staff-events:photo.choose')}
          text={t(url === undefined ? 'staff-events:photo.choose' : 'staff-events:photo.replace')}
          accept={PHOTO_TYPES}
          aria-describedby="photo-hint"
          isPending={false}
          pendingLabel={t('staff-events:photo.sending')}
          onChoose={take}
        />
        {url !== undefined && (
          <Button look="quiet" size="small" onClick={() => choose(undefined)}>
            {t('staff-events:photo.remove')}
          </Button>
        )}
      </div>
    </section>
  );
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { shareImageSize } from '#shared/sharing/addresses.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';

const PAUSE_MS = 600;

/** The picture a shared link will show, drawn by the server a moment after the last letter. */
export function SharePreview({ event }: { event: EventView }) {
  const { t } = useTranslation(['common', 'staff-nights']);
  const { language } = useLanguage();
  const { id, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled } = event;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    const body = { id, language, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled };
    const draw = () =>
      staffApi.sharePreview.draw({ body }, { signal: leaving.signal }).then(
        (drawn) => setUrl(drawn.url),
        () => undefined,
      );
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [id, language, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled]);
  if (url === undefined) return <p className="text-muted">{t('staff-nights:preview.share_wait')}</p>;
  return <img src={url} alt={t('staff-nights:preview.share_alt')} {...shareImageSize} className="h-auto w-full" />;
}

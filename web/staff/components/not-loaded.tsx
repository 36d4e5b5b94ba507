import { errorText } from '#web/lib/error-text.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type NotLoadedProps = { error: unknown; onRetry(): unknown; /** The class of the height that the data will need. */ box: `h-${number}` };

/** What stands in the place of data: its box, or why it could not be read. */
export function NotLoaded({ error, onRetry, box }: NotLoadedProps) {
  const { t } = useTranslation(['common', 'errors']);
  if (!error) return <Skeleton className={`${box} w-full`} />;
  return <ErrorState message={errorText(error, t)} onRetry={() => void onRetry()} />;
}

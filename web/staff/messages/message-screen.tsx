import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { AnnouncementsView } from '#shared/staff/announcements.contract.ts';
import type { MessageCalls } from './message-calls.ts';
import { MessageForm } from './message-form.tsx';
import { MessageLog } from './message-log.tsx';

const REFETCH_MS = 10_000;

type MessageScreenProps = {
  calls: MessageCalls;
  /** Returns why no message can be written at this server time, if so. */
  hindrance?(at: string): string | undefined;
};

/** A new message to an audience, its size, and the earlier messages. */
export function MessageScreen({ calls, hindrance }: MessageScreenProps) {
  const { t } = useTranslation(['common', 'staff-announcements']);
  const client = useQueryClient();
  const queryKey = ['messages', calls.name];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.list(signal),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  const show = (view: AnnouncementsView) => client.setQueryData(queryKey, view);
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={reload} />;
  const { audience } = calls;
  const reason = hindrance?.(data.at);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-3">
        <h2 className="text-[1.25rem] leading-7 font-bold">{t(`staff-announcements:${audience}.new`)}</h2>
        <p className="max-w-[80ch] text-muted">{t(`staff-announcements:${audience}.about`)}</p>
        <p className="font-semibold">{t(`staff-announcements:${audience}.people`, { count: data.people })}</p>
        {reason === undefined ? <MessageForm calls={calls} people={data.people} show={show} reload={reload} /> : <p>{reason}</p>}
      </div>
      <MessageLog calls={calls} view={data} show={show} reload={reload} />
    </div>
  );
}

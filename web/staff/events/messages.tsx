import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AnnouncementView, EventAnnouncementsView } from '#shared/staff/announcements.contract.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable, Moment } from '#web/staff/parts/data-table.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { EventFrame, EventLoader } from './event-frame.tsx';
import { MessageForm } from './message-form.tsx';

const REFETCH_MS = 10_000;

/** Messages to the holders of an event's tickets: what was written, and a new one. */
export default function Messages() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="messages">
          <Desk event={event} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Desk({ event }: { event: StaffEventView }) {
  const { t } = useTranslation(['common', 'errors', 'staff-messages']);
  const client = useQueryClient();
  const queryKey = ['announcements', event.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staffApi.staffAnnouncements.list({ id: event.id }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  const show = (view: EventAnnouncementsView) => client.setQueryData(queryKey, view);
  if (!data) return error ? <ErrorState message={errorText(error, t)} onRetry={reload} /> : <Skeleton className="h-96 w-full" />;
  const isOver = data.at >= event.endDate;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-3">
        <h2 className="font-bold">{t('staff-messages:new')}</h2>
        <p className="max-w-[80ch] text-muted">{t('staff-messages:about')}</p>
        <p className="font-semibold">{t('staff-messages:holders', { count: data.holders })}</p>
        {event.state === 'draft' && <p>{t('staff-messages:draft')}</p>}
        {isOver && <p>{t('staff-messages:over')}</p>}
        {event.state !== 'draft' && !isOver && <MessageForm event={event} holders={data.holders} show={show} reload={reload} />}
      </div>
      <Log view={data} show={show} reload={reload} />
    </div>
  );
}

type LogProps = { view: EventAnnouncementsView; show(view: EventAnnouncementsView): void; reload(): void };

/** What was written, when it leaves or left, and to how many. One that waits can be stopped. */
function Log({ view, show, reload }: LogProps) {
  const { t } = useTranslation(['common', 'staff-messages']);
  const { language } = useLanguage();
  const stop = useCommand(({ id }: AnnouncementView) => staffApi.staffAnnouncements.cancel({ id }), {
    onSuccess(next) {
      show(next);
      toast.success(t('staff-messages:stopped'));
    },
    onSettled: reload,
  });
  const subjectOf = ({ subject, subjectLat }: AnnouncementView) => (language === 'ka' ? subject : subjectLat);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="font-bold">{t('staff-messages:log')}</h2>
      {view.items.length === 0 ? (
        <p className="text-muted">{t('staff-messages:none')}</p>
      ) : (
        <DataTable
          caption={t('staff-messages:log')}
          rows={view.items}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'subject',
              title: t('staff-messages:subject'),
              place: 'name',
              cell: (item) => (
                <details>
                  <summary className="min-h-11 cursor-pointer font-semibold wrap-anywhere">{subjectOf(item)}</summary>
                  <p className="max-w-[60ch] py-2 wrap-anywhere whitespace-pre-wrap">{language === 'ka' ? item.body : item.bodyLat}</p>
                </details>
              ),
            },
            { key: 'state', title: t('staff-messages:state'), cell: ({ state }) => t(`staff-messages:states.${state}`) },
            { key: 'at', title: t('staff-messages:at'), cell: ({ sendAt }) => <Moment at={sendAt} /> },
            { key: 'recipients', title: t('staff-messages:recipients'), isNumber: true, cell: ({ recipients }) => recipients ?? '—' },
            { key: 'by', title: t('staff-messages:by'), cell: ({ by }) => <span className="whitespace-nowrap">{by || '—'}</span> },
            {
              key: 'do',
              title: t('staff-messages:do'),
              place: 'line',
              cell: (item) =>
                item.state === 'planned' && (
                  <Button
                    look="quiet"
                    size="small"
                    className="min-w-11 text-[0.875rem]"
                    aria-label={t('staff-messages:stop_of', { subject: subjectOf(item) })}
                    isPending={stop.isPending && stop.input?.id === item.id}
                    pendingLabel={t('loading')}
                    onClick={() => stop.run(item)}
                  >
                    {t('staff-messages:stop')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </div>
  );
}

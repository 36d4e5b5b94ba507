import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { EventReleasesView, ReleaseView } from '#shared/staff/releases.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Figures } from '#web/staff/parts/data-table.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Codes } from '#web/staff/events/codes/codes.tsx';
import { EventFrame, EventLoader } from '#web/staff/events/event-frame.tsx';
import { ReleaseDialog } from './ticket-type-dialog.tsx';
import { ReleaseGifts } from './complimentary.tsx';
import { ReleasesTable } from './ticket-types-table.tsx';

const REFETCH_MS = 4_000;

/** The releases of an event in their order, with live sales, its codes and its complimentary tickets. */
export default function Releases() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="releases">
          <Desk eventId={event.id} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Desk({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['common', 'errors', 'staff-releases']);
  const { data, error, refetch } = useQuery({
    queryKey: ['releases', eventId],
    queryFn: ({ signal }) => staffApi.staffReleases.list({ id: eventId }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  if (!data) return error ? <ErrorState message={errorText(error, t)} onRetry={reload} /> : <Skeleton className="h-96 w-full" />;
  return (
    <>
      <Stock event={data} />
      <ReleasesPart event={data} reload={reload} />
      <OnlyWith right="events.edit">
        <Codes event={data} />
      </OnlyWith>
      <OnlyWith right="tickets.give">
        <ReleaseGifts event={data} reload={reload} />
      </OnlyWith>
    </>
  );
}

/** The places of the event. */
function Stock({ event: { places, free } }: { event: EventReleasesView }) {
  const { t } = useTranslation('staff-releases');
  const { sold, given, held, offered, room } = places;
  return (
    <>
      <Figures
        figures={[
          { label: t('sold'), value: String(sold), ...(given > 0 ? { note: t('of_them_given', { count: given }) } : {}) },
          { label: t('offered'), value: String(offered) },
          { label: t('capacity'), value: String(room) },
          { label: t('held'), value: String(held) },
          { label: t('free_in_room'), value: String(free) },
        ]}
      />
      <p className="mt-3 max-w-[80ch] text-muted">{t('what')}</p>
      {offered > room && <p className="mt-3 text-muted">{t('more_than_room', { over: offered - room })}</p>}
    </>
  );
}

type PartProps = { event: EventReleasesView; reload(): void };

function ReleasesPart({ event, reload }: PartProps) {
  const { t } = useTranslation(['common', 'staff-releases']);
  const [edited, setEdited] = useState<ReleaseView | 'new'>();
  const [leaving, setLeaving] = useState<ReleaseView>();
  const arrange = useCommand(
    (wanted: number[]) => {
      const seen = event.releases.map(({ id }) => id);
      return staffApi.staffReleases.order({ id: event.id, body: { seen, wanted } });
    },
    { onSettled: reload },
  );
  return (
    <div className="mt-8 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-releases:releases')}</h2>
        <Button size="small" onClick={() => setEdited('new')}>
          {t('staff-releases:add')}
        </Button>
      </div>
      {event.releases.length === 0 ? (
        <p className="text-muted">{t('staff-releases:none')}</p>
      ) : (
        <ReleasesTable releases={event.releases} onArrange={arrange.run} onEdit={setEdited} onRemove={setLeaving} />
      )}
      {edited && (
        <ReleaseDialog
          key={edited === 'new' ? 0 : edited.id}
          event={event}
          edited={edited}
          reload={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
      {leaving && <RemoveDialog release={leaving} reload={reload} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function RemoveDialog({ release, reload, onClose }: { release: ReleaseView; reload(): void; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-releases']);
  const { language } = useLanguage();
  const name = language === 'ka' ? release.name : release.nameLat;
  const remove = useCommand(() => staffApi.staffReleases.remove({ id: release.id, version: release.version }), {
    onSuccess: () => toast.success(t('staff-releases:removed', { name })),
    onSettled() {
      reload();
      onClose();
    },
  });
  return (
    <Dialog title={t('staff-releases:remove_title', { name })} className="flex flex-col gap-6 p-6" onClose={onClose}>
      <p>{t('staff-releases:remove_text')}</p>
      <div className="flex flex-wrap gap-4">
        <Button look="danger" size="small" isPending={remove.isPending} pendingLabel={t('loading')} onClick={() => remove.run()}>
          {t('staff-releases:remove')}
        </Button>
        <Button look="secondary" size="small" onClick={onClose}>
          {t('staff-releases:keep')}
        </Button>
      </div>
    </Dialog>
  );
}

import { useTranslation } from '#web/ui/translation.tsx';
import type { AnnouncementsView, AnnouncementView } from '#shared/staff/announcements.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable, Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import type { MessageCalls } from './message-calls.ts';

type MessageLogProps = { calls: MessageCalls; view: AnnouncementsView; show(view: AnnouncementsView): void; reload(): void };

/** The messages, when each leaves or left, and to how many people. A waiting one can be stopped. */
export function MessageLog({ calls, view, show, reload }: MessageLogProps) {
  const { t } = useTranslation(['common', 'staff-announcements', 'staff']);
  const { language } = useLanguage();
  const stop = useCommand(({ id }: AnnouncementView) => calls.cancel(id), {
    onSuccess(next) {
      show(next);
      toast.success(t('staff-announcements:stopped'));
    },
    onSettled: reload,
  });
  const subjectOf = ({ subject, subjectLat }: AnnouncementView) => (language === 'ka' ? subject : subjectLat);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-announcements:log')}</h2>
      {view.items.length === 0 ? (
        <p className="text-muted">{t(`staff-announcements:${calls.audience}.none`)}</p>
      ) : (
        <DataTable
          caption={t('staff-announcements:log')}
          rows={view.items}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'subject',
              title: t('staff-announcements:subject'),
              place: 'name',
              cell: (item) => (
                <details>
                  <summary className="min-h-11 cursor-pointer font-semibold wrap-anywhere">{subjectOf(item)}</summary>
                  <p className="max-w-[60ch] py-2 wrap-anywhere whitespace-pre-wrap">{language === 'ka' ? item.body : item.bodyLat}</p>
                </details>
              ),
            },
            {
              key: 'state',
              title: t('staff:status'),
              cell: ({ state }) =>
                state === 'missed' ? t(`staff-announcements:${calls.audience}.missed`) : t(`staff-announcements:states.${state}`),
            },
            { key: 'at', title: t('staff-announcements:at'), cell: ({ sendAt }) => <Moment at={sendAt} /> },
            { key: 'recipients', title: t('staff-announcements:recipients'), isNumber: true, cell: ({ recipients }) => recipients ?? '—' },
            { key: 'by', title: t('staff-announcements:by'), cell: ({ by }) => <span className="whitespace-nowrap">{by || '—'}</span> },
            {
              key: 'do',
              title: t('staff:actions'),
              place: 'line',
              cell: (item) =>
                item.state === 'planned' && (
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff-announcements:stop'), name: subjectOf(item) })}
                    text={t('staff-announcements:stop')}
                    isPending={stop.isPending && stop.input?.id === item.id}
                    onPress={() => stop.run(item)}
                  />
                ),
            },
          ]}
        />
      )}
    </div>
  );
}

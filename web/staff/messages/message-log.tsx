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
  const { t } = useTranslation(['common', 'staff-messages', 'staff']);
  const { language } = useLanguage();
  const stop = useCommand(({ id }: AnnouncementView) => calls.cancel(id), {
    onSuccess(next) {
      show(next);
      toast.success(t('staff-messages:stopped'));
    },
    onSettled: reload,
  });
  const subjectOf = ({ subject, subjectLat }: AnnouncementView) => (language === 'ka' ? subject : subjectLat);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-messages:log')}</h2>
      {view.items.length === 0 ? (
        <p className="text-muted">{t(`staff-messages:${calls.audience}.none`)}</p>
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
            {
              key: 'state',
              title: t('staff:status'),
              cell: ({ state }) =>
                state === 'missed' ? t(`staff-messages:${calls.audience}.missed`) : t(`staff-messages:states.${state}`),
            },
            { key: 'at', title: t('staff-messages:at'), cell: ({ sendAt }) => <Moment at={sendAt} /> },
            { key: 'recipients', title: t('staff-messages:recipients'), isNumber: true, cell: ({ recipients }) => recipients ?? '—' },
            { key: 'by', title: t('staff-messages:by'), cell: ({ by }) => <span className="whitespace-nowrap">{by || '—'}</span> },
            {
              key: 'do',
              title: t('staff:actions'),
              place: 'line',
              cell: (item) =>
                item.state === 'planned' && (
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff-messages:stop'), name: subjectOf(item) })}
                    text={t('staff-messages:stop')}
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

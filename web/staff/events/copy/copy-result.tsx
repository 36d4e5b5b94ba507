import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dateText, weekdayText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { eventPaths } from '#web/staff/events/event-frame.tsx';

/** The copies, each with its link. They can be undone until one is changed or sold. */
export function CopyResult({ copies, onClose }: { copies: readonly StaffEventView[]; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff', 'staff-events']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const isDraft = copies.every(({ state }) => state === 'draft');
  const undo = useCommand(() => staffApi.staffEvents.undoCopies({ body: { copies: copies.map(({ id, version }) => ({ id, version })) } }), {
    onSuccess() {
      toast.success(t('staff-events:copies.undone', { count: copies.length }));
      void client.invalidateQueries({ queryKey: ['nights'] });
      onClose();
    },
  });
  return (
    <div className="mt-5 flex flex-col gap-5">
      <output>{t(isDraft ? 'staff-events:copies.made' : 'staff-events:copies.published', { count: copies.length })}</output>
      <ul className="flex flex-col">
        {copies.map(({ id, startDate }) => (
          <li key={id}>
            <Link to={eventPaths.event(id)} className="link inline-flex min-h-11 items-center">
              {`${weekdayText(startDate, t)}, ${dateText(startDate, language, t)}`}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>{t('staff:link.done')}</Button>
        <CommandButton look="secondary" command={undo}>
          {t('staff-events:copies.undo', { count: copies.length })}
        </CommandButton>
      </div>
    </div>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { hasDraft } from '#web/lib/drafts.ts';
import { eventPaths } from '#web/staff/events/event-frame.tsx';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type PublishButtonProps = { eventId: number; isDisabled?: boolean; isPending: boolean; onPublish(): void };

/** Publishes what is saved, and asks first about what is typed into a part of the event and not saved. */
export function PublishButton({ eventId, isDisabled = false, isPending, onPublish }: PublishButtonProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const [unsaved, setUnsaved] = useState<readonly (keyof typeof DRAFTS)[]>([]);
  const press = () => {
    const parts = PARTS.filter((part) => hasDraft(DRAFTS[part](eventId)));
    setUnsaved(parts);
    if (parts.length === 0) onPublish();
  };
  return (
    <>
      <Button size="small" disabled={isDisabled} isPending={isPending} pendingLabel={t('staff-events:saving')} onClick={press}>
        {t('staff-events:publish')}
      </Button>
      {unsaved.length > 0 && (
        <ConfirmDialog
          title={t('staff-events:unsaved.title')}
          text={t('staff-events:unsaved.text')}
          confirm={t('staff-events:publish')}
          isPending={isPending}
          onConfirm={() => {
            setUnsaved([]);
            onPublish();
          }}
          onClose={() => setUnsaved([])}
        >
          <ul className="flex flex-wrap gap-x-5">
            {unsaved.map((part) => (
              <li key={part}>
                <Link to={PATHS[part](eventId)} className="link inline-flex min-h-11 items-center">
                  {t(`staff-events:tabs.${part}`)}
                </Link>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}

const PARTS = ['details', 'line_up', 'door'] as const;
/** The drafts of use-event-form.ts and use-line-up-form.ts. */
const DRAFTS = {
  details: (id: number) => `night-${id}`,
  line_up: (id: number) => `line-up-${id}`,
  door: (id: number) => `night-${id}-door`,
};
const PATHS = { details: eventPaths.details, line_up: eventPaths.lineUp, door: eventPaths.door };

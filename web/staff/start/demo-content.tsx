import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DemoView } from '#shared/staff/demo.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const queryKey = ['demo-content'];

/** Which demo events exist; a change shows in every part of the console. */
export function useDemo() {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.staffDemo.get({}, { signal }) });
  const changed = async (demo: DemoView) => {
    client.setQueryData(queryKey, demo);
    await client.invalidateQueries({ queryKey: ['start'] });
  };
  return { ...query, changed };
}

/** On the console's start while demo events are on the site: what they are, and the way to remove them. */
export function DemoNotice() {
  const { t } = useTranslation('staff-home');
  const { data, changed } = useDemo();
  const [isOpen, setOpen] = useState(false);
  if (!data || data.events === 0) return null;
  return (
    <section aria-labelledby="demo" className="mb-8 flex max-w-[80ch] flex-col items-start gap-3 border-s-4 border-warn ps-4">
      <h2 id="demo" className="text-[1.25rem] leading-7 font-bold">
        {t('demo.title')}
      </h2>
      <p>{t('demo.here', { count: data.events })}</p>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {t('demo.remove')}
      </Button>
      {isOpen && <RemoveDialog onClose={() => setOpen(false)} onRemoved={changed} />}
    </section>
  );
}

type RemoveDialogProps = { onClose(): void; onRemoved(demo: DemoView): unknown };

/** Asks again before removing; a refusal is shown here, because it names what must be done first. */
function RemoveDialog({ onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation(['common', 'staff-home', 'errors']);
  const [failure, setFailure] = useState<unknown>();
  const remove = useCommand(() => staffApi.staffDemo.remove(), {
    onSuccess(demo) {
      toast.success(t('staff-home:demo.removed'));
      onClose();
      onRemoved(demo);
    },
    onError: setFailure,
  });
  return (
    <Dialog title={t('staff-home:demo.remove')} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col items-start gap-5">
        <p>{t('staff-home:demo.question')}</p>
        {failure !== undefined && (
          <div className="w-full wrap-anywhere">
            <ErrorState message={errorText(failure, t)} />
          </div>
        )}
        <CommandButton look="danger" command={remove}>
          {t('staff-home:demo.remove')}
        </CommandButton>
      </div>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toast } from '#web/lib/toast.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useDemo } from './demo-content.tsx';
import { SetUpTexts } from './set-up-texts.tsx';

/** The steps of the set-up after the Owner's account: the club's data, its venue, the demo events. Each can be skipped and done later. */
export default function SetUp() {
  const { t } = useTranslation('staff-set-up');
  const navigate = useNavigate();
  const may = useMay();
  const { step } = useParams();
  if (step === 'demo' && may('events.edit'))
    return (
      <Step step={4} title={t('demo.title')} lead={t('demo.lead')}>
        <DemoOffer />
      </Step>
    );
  if (step === 'house')
    return (
      <Step step={3} title={t('house.title')} lead={t('house.lead')}>
        <SetUpTexts key="house" step="house" onDone={() => void navigate(staffPath(may('events.edit') ? 'set-up/demo' : ''))} />
      </Step>
    );
  return (
    <Step step={2} title={t('club.title')} lead={t('club.lead')}>
      <SetUpTexts key="club" step="club" onDone={() => void navigate(staffPath('set-up/house'))} />
    </Step>
  );
}

function Step({ step, title, lead, children }: { step: number; title: string; lead: string; children: ReactNode }) {
  const { t } = useTranslation('staff-set-up');
  return (
    <div className="flex max-w-[80ch] flex-col items-start gap-5 *:w-full">
      <div>
        <p className="text-muted">{t('step', { step })}</p>
        <SectionTitle>{title}</SectionTitle>
        <p className="text-muted">{lead}</p>
      </div>
      {children}
    </div>
  );
}

function DemoOffer() {
  const { t } = useTranslation(['common', 'staff-set-up', 'staff-home', 'staff-errors']);
  const { data, error, refetch, changed } = useDemo();
  const load = useCommand(() => staffApi.staffDemo.load(), {
    onSuccess(demo) {
      toast.success(t('staff-set-up:demo.loaded'));
      void changed(demo);
    },
  });
  if (!data) return <NotLoaded error={error} box="h-40" onRetry={refetch} />;
  const isHere = data.events > 0;
  const isOffered = !isHere && data.hindrance === null;
  return (
    <>
      {isHere && <p>{t('staff-home:demo.here', { count: data.events })}</p>}
      {!isHere && data.hindrance !== null && <p>{t(`staff-errors:demo_${data.hindrance}`)}</p>}
      <div className="flex flex-wrap items-center gap-4">
        {isOffered && (
          <CommandButton look="secondary" size="small" command={load}>
            {t('staff-set-up:demo.load')}
          </CommandButton>
        )}
        <LinkButton size="small" to={staffPath('')}>
          {t('staff-set-up:to_checklist')}
        </LinkButton>
      </div>
    </>
  );
}

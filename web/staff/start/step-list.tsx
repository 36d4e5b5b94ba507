import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StartView } from '#shared/staff/start.contract.ts';
import { staffPath } from '#web/staff/staff-path.ts';
import { classNames } from '#web/ui/class-names.ts';

const STEPS = ['club', 'bank', 'mail', 'night', 'lineUp', 'releases', 'published'] as const;
type Step = (typeof STEPS)[number];

/** Where a step is done; banks and mail are set up on the server itself (docs/operations.md). */
function pathOf(step: Step, nightId: number | null): string | undefined {
  if (step === 'club') return staffPath('words');
  if (step === 'bank' || step === 'mail') return undefined;
  // The others are steps of a night, which has to be there first.
  if (nightId === null) return step === 'night' ? staffPath('nights/new') : undefined;
  const part = { night: '', lineUp: '/line-up', releases: '/releases', published: '' }[step];
  return staffPath(`nights/${nightId}${part}`);
}

/** The way from an empty club to its first night on sale. It ticks itself. */
export function StepList({ start: { steps, nightId } }: { start: StartView }) {
  const { t } = useTranslation('staff-start');
  const next = STEPS.find((step) => !steps[step]);
  return (
    <section aria-labelledby="steps" className="max-w-[80ch]">
      <h2 id="steps" className="mb-3 text-[1.125rem] font-bold">
        {steps.published ? t('still_open') : t('steps_title')}
      </h2>
      <ol className="border-t border-hairline">
        {STEPS.filter((step) => !steps.published || !steps[step]).map((step) => {
          const path = pathOf(step, nightId);
          return (
            <li key={step} className="flex gap-4 border-b border-hairline py-3">
              <Tick isDone={steps[step]} />
              <div className="flex min-w-0 flex-col">
                <span className={classNames('font-semibold', step === next && 'text-accent')}>
                  {path && !steps[step] ? (
                    <Link to={path} className="link -my-3 inline-block py-3">
                      {t(`steps.${step}`)}
                    </Link>
                  ) : (
                    t(`steps.${step}`)
                  )}
                  <span className="sr-only"> ({steps[step] ? t('done') : t('open')})</span>
                </span>
                {!steps[step] && <span className="text-muted">{t(`how.${step}`)}</span>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full',
        isDone ? 'bg-accent text-coal' : 'border border-control',
      )}
    >
      {isDone && <Check size={14} strokeWidth={3} />}
    </span>
  );
}

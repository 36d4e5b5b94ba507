import type { MouseEvent } from 'react';
import { useTranslation } from './translation.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** True if a form shows restored input that has not been saved; `discard` drops it. */
type Restored = { isRestored: boolean; discard(): void };

/** Says that restored input is not saved yet, with a button to discard it. The first control of the form then takes the focus. */
export function Kept({ isRestored, discard, className }: Restored & { className?: string }) {
  const { t } = useTranslation(['common', 'forms']);
  if (!isRestored) return null;
  const drop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const form = currentTarget.form ?? currentTarget.closest('[role=dialog], section');
    form?.querySelector<HTMLElement>(':is(input, textarea, select):not([tabindex="-1"])')?.focus();
    discard();
  };
  return (
    <output className={classNames('flex flex-wrap items-center gap-x-3 border-s-4 border-warn bg-surface-1 py-1 ps-4 pe-3', className)}>
      <span className="font-semibold">{t('forms:unsaved')}</span>
      <Button look="quiet" size="small" className="text-[length:inherit]" onClick={drop}>
        {t('forms:discard')}
      </Button>
    </output>
  );
}

import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type Look = Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'className' | 'disabled' | 'children'>;

/** Runs a command that needs no input. */
export function CommandButton({ command, ...look }: Look & { command: { isPending: boolean; run(input: void): void } }) {
  const { t } = useTranslation('staff');
  return <Button {...look} isPending={command.isPending} pendingLabel={t('pending')} onClick={() => command.run()} />;
}

/** Sends a form of `useStaffForm`. */
export function SubmitButton({ form, ...look }: Look & { form: { isPending: boolean } }) {
  const { t } = useTranslation('staff');
  return <Button {...look} type="submit" isPending={form.isPending} pendingLabel={t('pending')} />;
}

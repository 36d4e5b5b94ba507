import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type FormButtonsProps = {
  /** Without it the form can't be sent any more. */
  submit: string | undefined;
  isDanger?: boolean;
  isPending: boolean;
  /** Given when someone else has changed what the form changes. */
  onOverwrite?: (() => void) | undefined;
  onCancel(): void;
};

/** What ends the form of a dialog. */
export function FormButtons({ submit, isDanger = false, isPending, onOverwrite, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('staff');
  return (
    <div className="flex flex-wrap gap-4">
      {onOverwrite && (
        <Button size="small" isPending={isPending} pendingLabel={t('pending')} onClick={onOverwrite}>
          {t('overwrite')}
        </Button>
      )}
      {!onOverwrite && submit !== undefined && (
        <Button type="submit" look={isDanger ? 'danger' : 'primary'} size="small" isPending={isPending} pendingLabel={t('pending')}>
          {submit}
        </Button>
      )}
      <Button look="secondary" size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}

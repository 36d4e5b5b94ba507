import { DEVICE_RIGHTS, type ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { ChoiceBoxes } from '#web/staff/ui/choices.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RightBoxesProps = { value: readonly ScannerDeviceRight[]; error: string | undefined; onChange(rights: ScannerDeviceRight[]): void };

const EXPLAINED = ['undo', 'walk_up', 'search', 'refund'] as const;

/** One box per right of a scanner device. */
export function RightBoxes(props: RightBoxesProps) {
  const { t } = useTranslation(['common', 'staff-doors']);
  return (
    <ChoiceBoxes
      label={t('staff-doors:create.rights')}
      choices={DEVICE_RIGHTS.map((value) => {
        const explained = EXPLAINED.find((right) => right === value);
        return {
          value,
          text: t(`staff-doors:right_title.${value}`),
          ...(explained && { about: t(`staff-doors:right_text.${explained}`) }),
        };
      })}
      {...props}
    />
  );
}

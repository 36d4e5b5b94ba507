import { DEVICE_RIGHTS, type ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { ChoiceBoxes } from '#web/staff/ui/choices.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RightBoxesProps = { value: readonly ScannerDeviceRight[]; error: string | undefined; onChange(rights: ScannerDeviceRight[]): void };

/** One box per right of a scanner device, with a line that says what its phone may do. */
export function RightBoxes(props: RightBoxesProps) {
  const { t } = useTranslation(['common', 'staff-doors']);
  return (
    <ChoiceBoxes
      label={t('staff-doors:create.rights')}
      choices={DEVICE_RIGHTS.map((right) => ({
        value: right,
        text: t(`staff-doors:right_title.${right}`),
        about: t(`staff-doors:right_text.${right}`),
      }))}
      {...props}
    />
  );
}

import { useTranslation } from '#web/ui/translation.tsx';

const HOW = ['colours', 'network', 'twice', 'lists', 'counting'] as const;
const LIMITS = ['two_doors', 'alone', 'back_in', 'remedy', 'lost', 'iphone'] as const;

/** How the door works, and its limits. */
export function HelpText() {
  const { t } = useTranslation('scanner-device');
  return (
    <>
      <h3 className="text-[1.25rem] font-bold">{t('help.how_title')}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {HOW.map((each) => (
          <li key={each}>{t(`help.how.${each}`)}</li>
        ))}
      </ul>
      <h3 className="text-[1.25rem] font-bold">{t('help.limits_title')}</h3>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {LIMITS.map((each) => (
          <li key={each}>{t(`help.limits.${each}`)}</li>
        ))}
      </ul>
      <h3 className="text-[1.25rem] font-bold">{t('help.scanner_title')}</h3>
      <p>{t('help.scanner')}</p>
    </>
  );
}

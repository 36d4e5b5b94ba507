import { useState } from 'react';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Segments } from '#web/staff/parts/preview-parts.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type Shown = { subject: string; html: string };
const NAMES: Record<Language, string> = { ka: 'ქართული', en: 'English' };
export type Previewed = Record<Language, Shown>;

/** A mail as a holder gets it, in either language. Its frame runs no script and opens no link. */
export function MessagePreview({ shown, onClose }: { shown: Previewed; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-messages']);
  const [language, setLanguage] = useState<Language>(useLanguage().language);
  const { subject, html } = shown[language];
  return (
    <Dialog title={t('staff-messages:preview_title')} className="flex flex-col gap-4 p-6" onClose={onClose}>
      <Segments<Language>
        name="preview-language"
        label={t('staff-messages:preview_language')}
        chosen={language}
        choices={LANGUAGES.map((value) => ({ value, text: NAMES[value] }))}
        onChoose={(next) => setLanguage(next)}
      />
      <p lang={language} className="font-semibold wrap-anywhere">
        {subject}
      </p>
      <iframe title={subject} srcDoc={html} sandbox="" className="h-[60dvh] w-full bg-bone" />
    </Dialog>
  );
}

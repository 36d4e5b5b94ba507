import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { english, georgian, type LibraryText, type LibraryTexts } from './georgian.ts';

/**
 * Of the console's widgets: the day first, hours to 24, weeks from Monday. Browsers know no Georgian dates, so what is written in words is
 * from our own texts (date-field.tsx).
 */
const LOCALE = 'en-GB';

export function ConsoleLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={LOCALE}>{children}</I18nProvider>;
}

/** A text in the language of the page, which may change without a reload. */
const inPageLanguage =
  (en: LibraryText, ka: LibraryText = en): LibraryText =>
  (variables, formatter) => {
    const text = document.documentElement.lang === 'ka' ? ka : en;
    return typeof text === 'string' ? text : text(variables, formatter);
  };

const inBoth = (texts: LibraryTexts): LibraryTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([part, ofPart]) => [
      part,
      Object.fromEntries(Object.entries(ofPart).map(([name, text]) => [name, inPageLanguage(text, georgian[part]?.[name])])),
    ]),
  );

// Here the library looks for texts before its own, which lack Georgian; it reads them once.
if (typeof window !== 'undefined')
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: 'en', [Symbol.for('react-aria.i18n.strings')]: inBoth(english) });

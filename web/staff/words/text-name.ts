import { useTranslation } from 'react-i18next';
import type { TextLanguage } from '#shared/site-texts/site-texts.ts';

const names = {
  'club:name': 'name',
  'club:address': 'address',
  'club:phone': 'phone',
  'club:email': 'email',
  'club:links': 'links',
  'club:opening': 'opening',
} as const;
const isClub = (key: string): key is keyof typeof names => Object.hasOwn(names, key);

const parts = ['rules', 'entry', 'floor', 'tickets', 'privacy', 'who', 'what', 'how_long', 'who_sees', 'device', 'rights'] as const;

/** What a text is called in the console, with its language. */
export function useTextName(): (text: { key: string; language: TextLanguage }) => string {
  const { t } = useTranslation(['staff-words', 'terms']);
  const nameOf = (key: string) => {
    if (isClub(key)) return t(`staff-words:texts.${names[key]}`);
    const part = parts.find((each) => key === `terms:${each}.text`);
    return part ? t(`terms:${part}.title`) : t(key.endsWith('p1') ? 'staff-words:texts.first' : 'staff-words:texts.second');
  };
  return ({ key, language }) => (language === 'all' ? nameOf(key) : `${nameOf(key)} (${t(`staff-words:languages.${language}`)})`);
}

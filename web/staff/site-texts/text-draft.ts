import { z } from 'zod';
import { useTranslation } from 'react-i18next';
import { type TextGroup, textId, type TextLanguage } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { useStoredDraft } from '#web/staff/parts/stored-draft.ts';

/** What is typed, by the id of its text, and the version that it was typed over. */
const TextDraft = z.record(z.string(), z.string());

const versionKey = (text: SiteTextView): string => `version ${textId(text)}`;

/** What is typed into the texts of a page, over which version of each. It outlives a reload of the tab. */
export function useTextDraft(group: TextGroup, texts: readonly SiteTextView[]) {
  const { value: draft, change, reset } = useStoredDraft(`texts-${group}`, TextDraft, {});
  const valueOf = (text: SiteTextView): string => draft[textId(text)] ?? text.value;
  const seenOf = (text: SiteTextView): number => Number(draft[versionKey(text)] ?? text.version);
  const isChanged = (text: SiteTextView): boolean => valueOf(text) !== text.value;
  const typeOver = (text: SiteTextView, value: string, version: number) => {
    const { [textId(text)]: _, [versionKey(text)]: __, ...others } = draft;
    change(value === text.value ? others : { ...others, [textId(text)]: value, [versionKey(text)]: String(version) });
  };
  return {
    valueOf,
    /** Typed over a version that is no longer the newest: the person who types must decide which one stays. */
    isClash: (text: SiteTextView): boolean => isChanged(text) && seenOf(text) !== text.version,
    changes: texts
      .filter(isChanged)
      .map((text) => ({ key: text.key, language: text.language, version: seenOf(text), value: valueOf(text) })),
    type: (text: SiteTextView, value: string) => typeOver(text, value, seenOf(text)),
    keepMine: (text: SiteTextView) => typeOver(text, valueOf(text), text.version),
    takeTheirs: (text: SiteTextView) => typeOver(text, text.value, text.version),
    forget: () => reset({}),
  };
}

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

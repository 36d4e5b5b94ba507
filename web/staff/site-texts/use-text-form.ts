import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TEXT_LANGUAGES, type TextGroup, textId, type TextLanguage } from '#shared/site-texts/site-texts.ts';
import { ApiError } from '#shared/errors.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffForm } from '#web/staff/parts/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';

/** The changed texts by the id of their control; `version` is the one that was typed over. */
const TextDraft = z.object({
  texts: z.record(z.string(), z.object({ key: z.string(), language: z.enum(TEXT_LANGUAGES), version: z.number(), value: z.string() })),
});
const SentTexts = TextDraft.transform(({ texts }) => Object.values(texts));
const KeptDraft = TextDraft.refine(({ texts }) => Object.keys(texts).length > 0);

type TextFormOptions = { group: TextGroup; texts: readonly SiteTextView[]; onSaved(all: SiteTextView[]): void; onStale(): void };

/**
 * The texts of a page as they are typed, saved all or none. They outlive a reload of the tab; a text that somebody else changed meanwhile
 * must be decided about first.
 */
export function useTextForm({ group, texts, onSaved, onStale }: TextFormOptions) {
  const { t } = useTranslation('staff-words');
  const { form, ...staffForm } = useStaffForm({
    schema: SentTexts,
    defaultValues: { texts: {} },
    draft: { name: `texts-${group}`, schema: KeptDraft },
    send: (changes) => staffApi.siteTexts.save({ body: { changes } }),
    onSent(saved) {
      toast.success(t('saved'));
      onSaved(saved.texts);
    },
    onFailed(error): boolean {
      const { code, errors = {} } = error instanceof ApiError ? error.body : {};
      for (const text of texts) {
        const message = errors[textId(text)];
        if (message !== undefined) form.setError(`texts.${idOf(text)}`, { type: 'server', message });
      }
      if (code === 'conflict') onStale();
      return code === 'conflict' || Object.keys(errors).length > 0;
    },
  });
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
  const typed = form.watch('texts');
  const valueOf = (text: SiteTextView): string => typed[idOf(text)]?.value ?? text.value;
  const seenOf = (text: SiteTextView): number => typed[idOf(text)]?.version ?? text.version;
  const isChanged = (text: SiteTextView): boolean => valueOf(text) !== text.value;
  const typeOver = (text: SiteTextView, value: string, version: number) => {
    const { [idOf(text)]: _, ...others } = form.getValues('texts');
    const { key, language } = text;
    form.setValue('texts', value === text.value ? others : { ...others, [idOf(text)]: { key, language, version, value } });
    form.clearErrors(`texts.${idOf(text)}`);
  };
  return {
    ...staffForm,
    attempt: form.formState.submitCount,
    error: (text: SiteTextView) => staffForm.error(`texts.${idOf(text)}`),
    valueOf,
    isChanged,
    /** Typed over a version that is no longer the newest: the person who types must decide which one stays. */
    isClash: (text: SiteTextView): boolean => isChanged(text) && seenOf(text) !== text.version,
    type: (text: SiteTextView, value: string) => typeOver(text, value, seenOf(text)),
    keepMine: (text: SiteTextView) => typeOver(text, valueOf(text), text.version),
    takeTheirs: (text: SiteTextView) => typeOver(text, text.value, text.version),
  };
}

/** For elements of the page: `pages:about.p1 en` → `text-pages-about-p1-en`. */
export const idOf = (text: SiteTextView): string => `text-${textId(text).replaceAll(/\W/g, '-')}`;

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

import { z } from 'zod';
import { FLOORS, STATUSES } from '#shared/constants.ts';
import { TEXT_LANGUAGES, type TextGroup, textId, type TextKey, type TextLanguage } from '#shared/site-texts/site-texts.ts';
import { ApiError } from '#shared/errors.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The changed texts by the id of their control; `version` is the one that the change is based on. */
const TextDraft = z.object({
  texts: z.record(z.string(), z.object({ key: z.string(), language: z.enum(TEXT_LANGUAGES), version: z.number(), value: z.string() })),
});
type Typed = z.infer<typeof TextDraft>['texts'];
const StoredDraft = TextDraft.refine(({ texts }) => Object.keys(texts).length > 0);

type TextFormOptions = {
  /** Names the draft in this tab. */
  group: TextGroup | 'set-up' | 'set-up-house';
  texts: readonly SiteTextView[];
  onSaved(all: SiteTextView[]): void;
  /** Fetches the texts again and returns them. */
  onStale(): Promise<readonly SiteTextView[]>;
};

/**
 * The texts of a page as typed, saved all or none. They survive a reload of the tab; a text that another user changed needs a decision
 * first.
 */
export function useTextForm({ group, texts, onSaved, onStale }: TextFormOptions) {
  const { t } = useTranslation(['common', 'staff-site-content', 'errors']);
  const { form, ...staffForm } = useStaffForm({
    schema: TextDraft,
    defaultValues: { texts: {} },
    draft: { name: `texts-${group}`, schema: StoredDraft },
    send: ({ texts: typed }) => staffApi.siteTexts.save({ body: { changes: texts.flatMap((text) => changeIn(typed, text) ?? []) } }),
    // Input that was typed while the save was running.
    leftAfter: ({ texts: typed }, saved, sent) => ({
      texts: Object.fromEntries(saved.texts.flatMap((text) => laterChange(typed, sent.texts, text))),
    }),
    onSent(saved) {
      toast.success(t('staff-site-content:saved'));
      onSaved(saved.texts);
    },
    onFailed(error): boolean {
      const { code, errors = {} } = error instanceof ApiError ? error.body : {};
      for (const text of texts) {
        const message = errors[textId(text)];
        if (message !== undefined) form.setError(`texts.${idOf(text)}`, { type: 'server', message });
      }
      if (code === 'conflict') void showConflict(error);
      return code === 'conflict' || Object.keys(errors).length > 0;
    },
  });
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here
  const typed = form.watch('texts');
  const changeOf = (text: SiteTextView) => changeIn(typed, text);
  const valueOf = (text: SiteTextView): string => changeOf(text)?.value ?? text.value;
  const seenOf = (text: SiteTextView): number => changeOf(text)?.version ?? text.version;
  const isChanged = (text: SiteTextView): boolean => changeOf(text) !== undefined;
  const isClash = (text: SiteTextView): boolean => isChanged(text) && seenOf(text) !== text.version;
  const typeOver = (text: SiteTextView, value: string, version: number) => {
    const { [idOf(text)]: _, ...others } = form.getValues('texts');
    const { key, language } = text;
    form.setValue('texts', value === text.value ? others : { ...others, [idOf(text)]: { key, language, version, value } });
    form.clearErrors(`texts.${idOf(text)}`);
  };
  const showConflict = async (error: unknown) => {
    const fresh = await onStale();
    if (!fresh.some(isClash)) toast.error(errorText(error, t));
  };
  return {
    ...staffForm,
    attempt: form.formState.submitCount,
    error: (text: SiteTextView) => staffForm.error(`texts.${idOf(text)}`),
    valueOf,
    isChanged,
    /** The change is based on an older version: the user must choose one. */
    isClash,
    type: (text: SiteTextView, value: string) => typeOver(text, value, seenOf(text)),
    keepMine: (text: SiteTextView) => typeOver(text, valueOf(text), text.version),
    takeTheirs: (text: SiteTextView) => typeOver(text, text.value, text.version),
  };
}

/** A text that equals the saved one is not sent, so that its version cannot be refused. */
function changeIn(typed: Typed, text: SiteTextView) {
  const change = typed[idOf(text)];
  return change?.value === text.value ? undefined : change;
}

/** A text that was just sent is now based on the saved version. The server may normalize it: `@name` becomes a whole address. */
function laterChange(typed: Typed, sent: Typed, text: SiteTextView): [string, Typed[string]][] {
  const id = idOf(text);
  const change = typed[id]?.value === sent[id]?.value ? undefined : changeIn(typed, text);
  return change ? [[id, id in sent ? { ...change, version: text.version } : change]] : [];
}

/** Returns an element id: `pages:about.p1 en` → `text-pages-about-p1-en`. */
export const idOf = (text: SiteTextView): string => `text-${textId(text).replaceAll(/\W/g, '-')}`;

/** The names of single texts; those of stages have a number, others are the names of statuses and the titles of the terms. */
const names = {
  'club:name': 'name',
  'club:address': 'address',
  'club:directions': 'directions',
  'club:phone': 'phone',
  'club:email': 'email',
  'club:links': 'links',
  'club:opening': 'opening',
  'club:colour': 'colour',
  'club:text_colour': 'text_colour',
  'club:logo': 'logo',
  'club:capacity': 'capacity',
  'club:stages': 'stages',
  'club:verified': 'verified',
  'club:names': 'names',
  'club:claims': 'claims',
  'club:reminder': 'reminder',
  'club:denial': 'denial',
  'club:waitlist': 'waitlist',
  'club:offer': 'offer',
  'club:door_sale': 'door_sale',
  'club:transfers': 'transfers',
  'club:resale': 'resale',
  'club:resale_always': 'resale_always',
  'club:resale_fee': 'resale_fee',
  'club:places': 'places',
  'club:ticketTypes': 'ticketTypes',
  'home:about.title': 'about_title',
  'home:about.text': 'about_text',
  'home:rent.title': 'rent_title',
  'home:rent.text': 'rent_text',
  'home:play.title': 'play_title',
  'home:play.text': 'play_text',
  'home:meta': 'meta',
  'pages:about.p1': 'about_us',
  'pages:about.p2': 'second',
  'pages:about.lead': 'lead',
  'pages:about.way_home': 'way_home',
  'pages:about.access': 'access',
  'pages:about.meta': 'meta',
  'pages:rentals.p1': 'first',
  'pages:rentals.p2': 'second',
  'pages:rentals.meta': 'meta',
  'pages:djs.p1': 'first',
  'pages:djs.p2': 'second',
  'pages:djs.meta': 'meta',
} as const satisfies Record<Exclude<TextKey, `${'accounts' | 'events' | 'terms'}:${string}`>, string>;
const isNamed = (key: string): key is keyof typeof names => Object.hasOwn(names, key);

const parts = ['rules', 'entry', 'floor', 'tickets', 'privacy', 'who', 'what', 'how_long', 'who_sees', 'device', 'rights'] as const;

/** Returns the console's name of a text, with its language. */
export function useTextName(): (text: { key: string; language: TextLanguage }) => string {
  const { t } = useTranslation(['staff-site-content', 'accounts', 'terms']);
  const nameOf = (key: string) => {
    if (isNamed(key)) return t(`staff-site-content:texts.${names[key]}`);
    const floor = FLOORS.find((each) => key === `events:stages.${each}`);
    if (floor) return t('staff-site-content:texts.stage', { number: floor });
    const status = STATUSES.find((each) => key === `accounts:status_meaning.${each}`);
    if (status) return t(`accounts:status.${status}`);
    const part = parts.find((each) => key === `terms:${each}.text`);
    return part ? t(`terms:${part}.title`) : key;
  };
  return ({ key, language }) => (language === 'all' ? nameOf(key) : `${nameOf(key)} (${t(`staff-site-content:languages.${language}`)})`);
}

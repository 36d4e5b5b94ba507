import { textId, type TextGroup } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/words.contract.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';

/** Beside what is typed: the version it was typed over. */
const versionKey = (text: SiteTextView): string => `version ${textId(text)}`;

/** What is typed into the texts of a page. It outlives a reload of the tab, and knows what it was typed over. */
export function useWordsDraft(group: TextGroup, texts: readonly SiteTextView[]) {
  const [draft, change, forget] = useDraft<Record<string, string>>(`words ${group}`, {});
  const valueOf = (text: SiteTextView): string => draft[textId(text)] ?? text.value;
  const seenOf = (text: SiteTextView): number => Number(draft[versionKey(text)] ?? text.version);
  const isChanged = (text: SiteTextView): boolean => valueOf(text) !== text.value;
  const typeOver = (text: SiteTextView, value: string, version: number) =>
    change({
      [textId(text)]: value === text.value ? undefined : value,
      [versionKey(text)]: value === text.value ? undefined : String(version),
    });
  return {
    valueOf,
    /** Typed over words that are no longer there: whoever types says which stay. */
    isClash: (text: SiteTextView): boolean => isChanged(text) && seenOf(text) !== text.version,
    changes: texts
      .filter(isChanged)
      .map((text) => ({ key: text.key, language: text.language, version: seenOf(text), value: valueOf(text) })),
    type: (text: SiteTextView, value: string) => typeOver(text, value, seenOf(text)),
    keepMine: (text: SiteTextView) => typeOver(text, valueOf(text), text.version),
    takeTheirs: (text: SiteTextView) => typeOver(text, text.value, text.version),
    forget,
  };
}

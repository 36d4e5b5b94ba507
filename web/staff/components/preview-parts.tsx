import type { Language } from '#shared/constants.ts';
import type { Namespace } from '#shared/translate.ts';
import { createBrowserTranslator } from '#web/lib/i18n.ts';
import { readState } from '#web/lib/page.ts';
import type { Translator } from '#web/ui/translator.ts';

/** Returns a translator of its own, so that a preview can be in another language than the console. */
export async function fetchTranslator(language: Language, namespaces: readonly Namespace[]): Promise<Translator> {
  const translator = createBrowserTranslator(language, readState().translationsVersion);
  await translator.need(namespaces);
  return translator;
}

type SegmentsProps<T extends string> = {
  name: string;
  label: string;
  chosen: NoInfer<T>;
  choices: readonly { value: T; text: string }[];
  onChoose(value: T): void;
};

/** A few choices in a row, styled radio buttons. */
export function Segments<T extends string>({ name, label, chosen, choices, onChoose }: SegmentsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, text }) => (
        <label
          key={value}
          className="inline-flex min-h-11 cursor-pointer items-center border-b-2 border-transparent whitespace-nowrap text-muted hover:text-text has-checked:border-accent has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} className="sr-only" />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

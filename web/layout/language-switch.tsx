import { LANGUAGES } from '#shared/constants.ts';
import { useQuery } from '#web/lib/hydration.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const shortNames = { en: 'EN', ka: 'ქარ' } as const;

/** Two links to the same page in the other language: without script a plain load, with script a switch in place. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, switchTo } = useLanguage();
  const query = useQuery();
  return (
    <ul aria-label={t('language')} className="flex border border-quiet">
      {LANGUAGES.map((choice) => (
        <li key={choice} className="grow">
          <a
            href={`?${withLanguage(query, choice)}`}
            lang={choice}
            hrefLang={choice}
            aria-label={t(`languages.${choice}`)}
            aria-current={choice === language ? 'true' : undefined}
            onClick={(click) => {
              if (click.metaKey || click.ctrlKey || click.shiftKey) return;
              click.preventDefault();
              void switchTo(choice);
            }}
            className="type-toggle grid min-h-11 min-w-14 place-items-center hover:bg-surface-2 aria-[current]:bg-text aria-[current]:text-bg"
          >
            {shortNames[choice]}
          </a>
        </li>
      ))}
    </ul>
  );
}

function withLanguage(query: URLSearchParams, language: string): string {
  const next = new URLSearchParams(query);
  next.set('lang', language);
  return next.toString();
}

import { useTranslation } from 'react-i18next';
import { HOLD_MS, MINIMUM_AGE, RETENTION_DAYS, VENUE_CAPACITY_TEXT } from '#shared/constants.ts';
import { WEEKDAYS } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import { openingDays, openingTimes, OPENING_PARTS, type OpeningPart, openingProblem, readOpening } from '#shared/opening.ts';
import { allTexts, placeholdersIn } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { socialName } from '#web/layout/company.tsx';
import { Prose } from '#web/lib/prose.tsx';
import { useSite } from '#web/lib/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, TextArea } from '#web/ui/fields.tsx';
import { useTextName } from './use-text-form.ts';

type TextFieldProps = {
  id: string;
  text: SiteTextView;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  /** Opens the earlier versions; without it neither they nor the standard text are offered. */
  onHistory?: () => void;
};

/** One text in one language, with its preview and its earlier versions. */
export function TextField({ id, text, value, error, onChange, onHistory }: TextFieldProps) {
  const { t } = useTranslation('staff-words');
  const label = useTextName()(text);
  const kind = allTexts.find(({ key }) => key === text.key)?.kind ?? 'line';
  const lang = text.language === 'all' ? undefined : text.language;
  const names = placeholdersIn(text.standard);
  const isLong = kind === 'prose' || kind === 'links';
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {kind === 'opening' && <OpeningField id={id} label={label} value={value} error={error} onChange={onChange} />}
      {isLong && (
        <TextArea
          id={id}
          label={label}
          hint={
            kind === 'links'
              ? t('links_hint')
              : names.length > 0
                ? t('braces_hint', { names: names.map((name) => `{{${name}}}`).join(', ') })
                : undefined
          }
          lang={lang}
          rows={kind === 'links' ? 4 : 9}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {!isLong && kind !== 'opening' && (
        <Field
          id={id}
          label={label}
          lang={lang}
          type={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {onHistory && (
        <div className="flex flex-wrap gap-x-5">
          <Button look="quiet" size="small" aria-label={t('history_of', { name: label })} onClick={onHistory}>
            {t('history')}
          </Button>
          {value !== text.standard && (
            <Button look="quiet" size="small" aria-label={t('standard_of', { name: label })} onClick={() => onChange(text.standard)}>
              {t('standard')}
            </Button>
          )}
        </div>
      )}
      {(kind === 'opening' || kind === 'links') && <ShortPreview kind={kind} text={value} />}
      {kind === 'prose' && <Preview text={value} language={text.language} label={label} />}
    </div>
  );
}

/** The short form that visitors see; empty while the text cannot be parsed. */
function ShortPreview({ kind, text }: { kind: 'opening' | 'links'; text: string }) {
  const { t } = useTranslation(['common', 'staff-words']);
  const opening = kind === 'opening' ? readOpening(text) : undefined;
  const links = kind === 'links' ? text.split('\n').filter((line) => URL.canParse(line)) : [];
  const shown = opening ? `${openingDays(opening, t)} ${openingTimes(opening)}` : links.map(socialName).join(', ');
  return <output className="text-muted">{shown && t('staff-words:visitors_read', { text: shown })}</output>;
}

/** The text as visitors see it, with the numbers from the code filled in. */
function Preview({ text, language, label }: { text: string; language: string; label: string }) {
  const { t } = useTranslation('staff-words');
  const site = useSite();
  const values: Record<string, string | number> = {
    name: language === 'ka' ? site.nameKa : site.name,
    count: VENUE_CAPACITY_TEXT,
    age: MINIMUM_AGE,
    hold: HOLD_MS / 60_000,
    ...RETENTION_DAYS,
  };
  const shown = text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => String(values[name] ?? all));
  return (
    <details>
      <summary className="min-h-11 content-center text-muted" aria-label={t('preview_of', { name: label })}>
        {t('preview')}
      </summary>
      <div lang={language} className="flex max-w-[62ch] flex-col gap-4 border-s border-hairline ps-4">
        <Prose text={shown} />
      </div>
    </details>
  );
}

type OpeningFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** The two opening nights of a week and their hours; stored in the format of `shared/opening.ts`. */
function OpeningField({ id, label, value, error, onChange }: OpeningFieldProps) {
  const { t } = useTranslation(['common', 'staff-words']);
  const [first = '', second = '', from = '', to = ''] = value.split(' ');
  const written: Record<OpeningPart, string> = { first, second, from, to };
  const write = (part: Partial<typeof written>) => {
    const next = { ...written, ...part };
    // Spaces separate the parts: `8 00` is kept as `800`, which is the same time.
    onChange(OPENING_PARTS.map((each) => next[each].replaceAll(/\s/g, '')).join(' '));
  };
  const box = (part: OpeningPart) => ({
    id: openingBox(id, part),
    value: written[part],
    error: part === wrongPart(value) ? error : undefined,
    onChange: ({ target }: { target: { value: string } }) => write({ [part]: target.value }),
  });
  const time = (part: 'from' | 'to') => ({
    ...box(part),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onBlur: () => write({ [part]: writtenTime(written[part]) ?? written[part] }),
  });
  const days = WEEKDAYS.map((day) => (
    <option key={day} value={day}>
      {t(`weekdays.${day}`)}
    </option>
  ));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select label={t('staff-words:first_day')} {...box('first')}>
          {days}
        </Select>
        <Select label={t('staff-words:second_day')} {...box('second')}>
          {days}
        </Select>
        <Field label={t('staff-words:from')} {...time('from')} />
        <Field label={t('staff-words:to')} {...time('to')} />
      </div>
    </fieldset>
  );
}

/** The field that shows an error: the wrong part, else the first. */
export const wrongPart = (value: string): OpeningPart => openingProblem(value)?.part ?? 'first';

/** The element id of a part; the first one stands for the whole. */
export const openingBox = (id: string, part: OpeningPart): string => (part === 'first' ? id : `${id}-${part}`);

import { readOpening } from '#shared/written-opening.ts';
import { placeholdersIn, type TextKind, textOfKey } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { socialName } from '#web/layout/company.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/staff/ui/select.tsx';
import { Checkbox, Field, TextArea } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ColourField, LogoField } from './look-fields.tsx';
import { OpeningField } from './opening-field.tsx';
import { TicketTypesField } from './ticket-types-field.tsx';
import { useShownValue } from './shown-value.ts';
import { useTextName } from './use-text-form.ts';

/** A number with at most this many values is chosen from a list. */
const CHOICES_MAX = 10;
/** A text that may be longer gets a box of several lines. */
const LONG_LINE = 200;

/** Kinds with a field of their own. */
const OWN_FIELDS: ReadonlySet<TextKind> = new Set(['opening', 'ticketTypes', 'yesno', 'colour', 'logo']);

type TextFieldProps = {
  id: string;
  text: SiteTextView;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  /** Whether the standard text can be restored. */
  hasStandard?: boolean;
};

function hintKey(key: string, kind: TextKind) {
  if (kind === 'colour') return key === 'club:colour' ? 'colour_hint' : 'text_colour_hint';
  if (kind === 'links') return 'links_hint';
  if (kind === 'note') return key === 'club:directions' ? 'note_hint' : 'note_hint_about';
  return undefined;
}

/** One text in one language, with its earlier versions. */
export function TextField({ id, text, value, error, onChange, hasStandard = false }: TextFieldProps) {
  const { t } = useTranslation(['staff-site-content', 'staff']);
  const label = useTextName()(text);
  const { kind = 'line', most = 0 } = textOfKey(text.key) ?? {};
  const isChoice = kind === 'number' && most <= CHOICES_MAX;
  const lang = text.language === 'all' ? undefined : text.language;
  const names = placeholdersIn(text.standard);
  const isLong = kind === 'prose' || kind === 'note' || kind === 'links' || (kind === 'line' && most > LONG_LINE);
  const isField = !isLong && !isChoice && !OWN_FIELDS.has(kind);
  const braces = names.length > 0 ? t('braces_hint', { names: names.map((name) => `{{${name}}}`).join(', ') }) : undefined;
  const hint = hintKey(text.key, kind);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {kind === 'opening' && <OpeningField id={id} label={label} value={value} error={error} onChange={onChange} />}
      {kind === 'ticketTypes' && <TicketTypesField id={id} label={label} value={value} error={error} onChange={onChange} />}
      {kind === 'colour' && (
        <ColourField id={id} label={label} hint={hint === undefined ? hint : t(hint)} value={value} error={error} onChange={onChange} />
      )}
      {kind === 'logo' && <LogoField id={id} label={label} value={value} error={error} onChange={onChange} />}
      {kind === 'yesno' && (
        <Checkbox
          id={id}
          label={label}
          error={error}
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : 'no')}
        />
      )}
      {isChoice && (
        <Select
          id={id}
          label={label}
          options={Array.from({ length: most }, (_, place) => ({ value: String(place + 1), text: String(place + 1) }))}
          value={value}
          error={error}
          onChange={onChange}
        />
      )}
      {isLong && (
        <TextArea
          id={id}
          label={label}
          hint={hint === undefined ? braces : t(hint)}
          lang={lang}
          rows={kind === 'prose' ? 9 : 4}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {isField && (
        <Field
          id={id}
          label={label}
          hint={braces}
          lang={lang}
          type={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          {...(kind === 'number' && { inputClass: 'w-28' })}
          autoComplete="off"
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {hasStandard && value !== text.standard && (
        <div>
          <Button
            look="quiet"
            size="small"
            aria-label={t('staff:do_with', { what: t('standard'), name: label })}
            onClick={() => onChange(text.standard)}
          >
            {t('standard')}
          </Button>
        </div>
      )}
      {(kind === 'opening' || kind === 'links') && <ShortPreview kind={kind} text={value} />}
    </div>
  );
}

/** The short form that visitors see; empty if the text cannot be parsed. */
function ShortPreview({ kind, text }: { kind: 'opening' | 'links'; text: string }) {
  const { t } = useTranslation('staff-site-content');
  const shownValue = useShownValue();
  const links = kind === 'links' ? text.split('\n').filter((line) => URL.canParse(line)) : [];
  const hours = kind === 'opening' && readOpening(text) ? shownValue('club:opening', text) : '';
  const shown = hours || links.map(socialName).join(', ');
  return <output className="text-muted">{shown && t('visitors_read', { text: shown })}</output>;
}

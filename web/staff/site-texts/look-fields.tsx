import { colourProblem, LOGO_MAX, readColour, readLogo, tidyLogo } from '#shared/site-texts/club-look.ts';
import { validationText } from '#web/lib/error-text.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type LookFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** A colour as a number, and the system's own picker beside it. What is illegible is said at once. */
export function ColourField({ hint, error, value, onChange, ...field }: LookFieldProps & { hint: string | undefined }) {
  const { t } = useTranslation(['common', 'staff-site-content', 'forms']);
  const problem = colourProblem(value);
  return (
    <Field
      {...field}
      hint={hint}
      error={error ?? (problem === undefined ? undefined : validationText(problem, t))}
      inputClass="w-52"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      end={
        <input
          type="color"
          aria-label={t('staff-site-content:pick', { name: field.label })}
          value={readColour(value) ?? '#000000'}
          onChange={({ target }) => onChange(target.value)}
          className="h-11 w-16 cursor-pointer"
        />
      }
    />
  );
}

/** An SVG file, whose source is the text. */
export function LogoField({ id, label, error, value, onChange }: LookFieldProps) {
  const { t } = useTranslation(['common', 'staff-site-content', 'forms']);
  const read = value === '' ? undefined : readLogo(value);
  const problem = read && 'problem' in read ? validationText(read.problem, t) : undefined;
  return (
    <Field
      id={id}
      label={label}
      hint={t('staff-site-content:logo.hint')}
      error={error ?? problem}
      type="file"
      accept=".svg,image/svg+xml"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) void file.text().then((text) => onChange(tidyLogo(text).slice(0, LOGO_MAX + 1)));
        // A file that a drawing program changed can be chosen again.
        target.value = '';
      }}
    />
  );
}

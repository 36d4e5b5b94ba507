import { useTranslation } from 'react-i18next';
import { classNames } from '#web/ui/class-names.ts';

type ModeChoiceProps = { isReject: boolean; onChange(isReject: boolean): void };

/** Accept or Reject: what is decided about the next ticket. Accept until somebody says otherwise (spec §2). */
export function ModeChoice({ isReject, onChange }: ModeChoiceProps) {
  const { t } = useTranslation(['common', 'door']);
  return (
    <fieldset className="grid grid-cols-2 border-2 border-control">
      <legend className="sr-only">{t('door:mode')}</legend>
      <Choice text={t('door:accept')} isChosen={!isReject} chosen="bg-bone text-coal" onChoose={() => onChange(false)} />
      <Choice text={t('door:reject')} isChosen={isReject} chosen="bg-danger text-coal" onChoose={() => onChange(true)} />
    </fieldset>
  );
}

type ChoiceProps = { text: string; isChosen: boolean; chosen: string; onChoose(): void };

function Choice({ text, isChosen, chosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={classNames(
        'relative grid min-h-19 place-items-center px-2 text-center text-[1.25rem] font-semibold has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sulphur',
        isChosen && chosen,
      )}
    >
      <input
        type="radio"
        name="mode"
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full appearance-none outline-none"
      />
      {text}
    </label>
  );
}

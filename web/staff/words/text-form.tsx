import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { textId, type TextGroup } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/words.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextHistory } from './text-history.tsx';
import { TextField } from './text-field.tsx';

type TextFormProps = { group: TextGroup; texts: readonly SiteTextView[]; onSaved(): void };

/** The texts of a page, saved all or none. What is typed outlives a reload of the tab. */
export function TextForm({ group, texts, onSaved }: TextFormProps) {
  const { t } = useTranslation(['common', 'staff-words', 'forms']);
  const [draft, change, forget] = useDraft<Record<string, string>>(`words ${group}`, {});
  const { isBusy, wrong, run } = useCommand();
  const [opened, setOpened] = useState<SiteTextView>();
  const [tries, setTries] = useState(0);
  const valueOf = (text: SiteTextView) => draft[textId(text)] ?? text.value;
  const changes = texts
    .filter((text) => valueOf(text) !== text.value)
    .map((text) => ({ key: text.key, language: text.language, version: text.version, value: valueOf(text) }));

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (changes.length === 0) return toast.info(t('staff-words:unchanged'));
    const isSaved = await run(async () => void (await staffApi.staffWords.save({ body: { changes } })));
    setTries((before) => before + 1);
    if (!isSaved) return undefined;
    forget();
    toast.success(t('staff-words:saved'));
    return onSaved();
  };
  const errors = Object.entries(wrong).map(([id, key]) => ({ id: idOf(id), message: validationText(key, t) }));
  return (
    <form noValidate className="mt-6 flex max-w-[90rem] flex-col gap-8" onSubmit={(event) => void save(event)}>
      {errors.length > 0 && <ErrorSummary key={tries} errors={errors} />}
      <div className="grid gap-x-8 gap-y-8 desktop:grid-cols-2">
        {texts.map((text) => {
          const id = textId(text);
          return (
            <TextField
              key={id}
              id={idOf(id)}
              text={text}
              value={valueOf(text)}
              error={wrong[id] === undefined ? undefined : validationText(wrong[id], t)}
              onChange={(value) => change({ [id]: value })}
              onHistory={() => setOpened(text)}
            />
          );
        })}
      </div>
      <div>
        <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('staff-words:saving')}>
          {t('staff-words:save')}
        </Button>
      </div>
      {opened && (
        <TextHistory
          text={opened}
          onClose={() => setOpened(undefined)}
          onTake={(value) => {
            change({ [textId(opened)]: value });
            setOpened(undefined);
          }}
        />
      )}
    </form>
  );
}

/** For elements of the page: `pages:about.p1 en` → `text-pages-about-p1-en`. */
const idOf = (id: string): string => `text-${id.replaceAll(/\W/g, '-')}`;

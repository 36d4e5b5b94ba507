import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { HOUSE_KEYS, TEXT_GROUPS, textId } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { openingBox, wrongPart } from '#web/staff/site-texts/opening-field.tsx';
import { TextField } from '#web/staff/site-texts/text-field.tsx';
import { idOf, useTextForm } from '#web/staff/site-texts/use-text-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const queryKey = ['site-texts'];
const houseKeys = new Set<string>(HOUSE_KEYS);
/** With the club's capacity and number of stages; the names of the stages can wait. */
const clubKeys = new Set<string>(
  [...TEXT_GROUPS.club.map(({ key }) => key), 'club:capacity', 'club:stages'].filter((key) => !houseKeys.has(key)),
);
const steps = { club: { group: 'set-up', keys: clubKeys }, house: { group: 'set-up-house', keys: houseKeys } } as const;

/** Some texts of "Site content", prefilled with the defaults, which apply unless they are changed. */
export function SetUpTexts({ step, onDone }: { step: keyof typeof steps; onDone(): void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.siteTexts.list({}, { signal }) });
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={refetch} />;
  const { group, keys } = steps[step];
  const textsOf = (texts: readonly SiteTextView[]) => texts.filter(({ key }) => keys.has(key));
  return (
    <TextsForm
      group={group}
      texts={textsOf(data.texts)}
      onDone={onDone}
      onSaved={(texts) => {
        client.setQueryData(queryKey, { ...data, texts });
        onDone();
      }}
      onStale={() => refetch().then((fresh) => textsOf(fresh.data?.texts ?? []))}
    />
  );
}

function TextsForm({ texts, onDone, ...options }: Parameters<typeof useTextForm>[0] & { onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-set-up', 'staff-site-content']);
  const draft = useTextForm({ texts, ...options });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (texts.some(draft.isChanged)) draft.submit();
    else onDone();
  };
  const boxOf = (text: SiteTextView): string =>
    text.key === 'club:opening' ? openingBox(idOf(text), wrongPart(draft.valueOf(text))) : idOf(text);
  const errors = texts.flatMap((text) => {
    const message = draft.error(text);
    return message === undefined ? [] : [{ id: boxOf(text), message }];
  });
  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={save}>
      <Kept {...draft} />
      {errors.length > 0 && <ErrorSummary key={draft.attempt} errors={errors} />}
      <div className="grid gap-6 tablet:grid-cols-2">
        {texts.map((text) => (
          <TextField
            key={textId(text)}
            id={idOf(text)}
            text={text}
            value={draft.valueOf(text)}
            error={draft.error(text)}
            onChange={(value) => draft.type(text, value)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <SubmitButton size="small" form={draft}>
          {t('staff-set-up:club.save')}
        </SubmitButton>
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            draft.discard();
            onDone();
          }}
        >
          {t('staff-set-up:skip')}
        </Button>
      </div>
    </form>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useParams } from 'react-router';
import { TEXT_GROUPS, type TextGroup, textId } from '#shared/site-texts/site-texts.ts';
import type { SiteTextView } from '#shared/staff/site-texts.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { besideClass } from '#web/staff/ui/beside.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { idOf, useTextForm, useTextName } from './use-text-form.ts';
import { openingBox, wrongPart } from './opening-field.tsx';
import { ticketTypesBox } from './ticket-types-field.tsx';
import { SitePreview } from './site-preview.tsx';
import { TextField } from './text-field.tsx';
import { TextClash, TextHistory } from './text-versions.tsx';

type SiteTextsProps = {
  title: string;
  /** The address without a group shows the first one. */
  path: string;
  groups: readonly [TextGroup, ...TextGroup[]];
};

/** Texts that staff edit, a group at a time. */
export function SiteTexts({ title, path, groups }: SiteTextsProps) {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-site-content', 'staff']);
  const group = groups.find((each) => each === params['group']) ?? groups[0];
  const client = useQueryClient();
  const queryKey = ['site-texts'];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.siteTexts.list({}, { signal }) });
  const reload = () => void refetch();
  const keys = new Set<string>(TEXT_GROUPS[group].map(({ key }) => key));
  const shownOf = (texts: readonly SiteTextView[]) => texts.filter(({ key }) => keys.has(key));
  return (
    <>
      <SectionTitle>{title}</SectionTitle>
      <ChoiceLinks
        label={t('staff:nav.pages')}
        choices={groups.map((each) => ({
          name: t(`staff-site-content:groups.${each}`),
          to: staffPath(each === groups[0] ? path : `${path}/${each}`),
          isChosen: each === group,
        }))}
      />
      {!data && <NotLoaded error={error} box="h-96" onRetry={reload} />}
      {data && (
        <TextForm
          key={group}
          group={group}
          all={data.texts}
          texts={shownOf(data.texts)}
          onSaved={(texts) => client.setQueryData(queryKey, { ...data, texts })}
          onStale={() => refetch().then((fresh) => shownOf(fresh.data?.texts ?? []))}
        />
      )}
    </>
  );
}

type TextFormProps = Parameters<typeof useTextForm>[0] & { group: TextGroup; all: readonly SiteTextView[] };

function TextForm({ all, texts, ...options }: TextFormProps) {
  const { t } = useTranslation(['common', 'staff-site-content', 'staff']);
  const draft = useTextForm({ texts, ...options });
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [tries, setTries] = useState(0);
  const nameOf = useTextName();

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!texts.some(draft.isChanged)) toast.info(t('staff-site-content:unchanged'));
    else if (texts.some(draft.isClash)) setTries((before) => before + 1);
    else draft.submit();
  };
  const errorOf = (text: SiteTextView): string | undefined =>
    draft.error(text) ?? (draft.isClash(text) ? t('staff-site-content:clash_error', { name: nameOf(text) }) : undefined);
  const boxOf = (text: SiteTextView): string => {
    if (text.key === 'club:opening') return openingBox(idOf(text), wrongPart(draft.valueOf(text)));
    return text.key === 'club:ticketTypes' ? ticketTypesBox(idOf(text), draft.valueOf(text)) : idOf(text);
  };
  const stages = texts.find(({ key }) => key === 'club:stages');
  /** A stage that the club does not have needs no name. */
  const isShown = ({ key }: SiteTextView) =>
    stages === undefined || !(Number(/^events:stages\.(\d)$/.exec(key)?.[1]) > Number(draft.valueOf(stages)));
  const publishedTexts = all.map((text) => ({ key: text.key, language: text.language, value: draft.valueOf(text) }));
  const errors = texts.flatMap((text) => {
    const message = errorOf(text);
    return message === undefined ? [] : [{ id: boxOf(text), message }];
  });
  return (
    <div className={`${besideClass} mt-6 [--aside:30rem]`}>
      <form noValidate className="flex min-w-0 flex-col gap-8" onSubmit={save}>
        {errors.length > 0 && <ErrorSummary key={`${draft.attempt} ${tries}`} errors={errors} />}
        <Kept {...draft} className="self-start" />
        {options.group === 'events' && <p className="max-w-[62ch] text-muted">{t('staff-site-content:events_hint')}</p>}
        <div className="grid gap-8 wide:grid-cols-2">
          {texts.filter(isShown).map((text) => (
            <div key={textId(text)} className="flex min-w-0 flex-col gap-3">
              <TextField
                id={idOf(text)}
                text={text}
                value={draft.valueOf(text)}
                error={errorOf(text)}
                onChange={(value) => draft.type(text, value)}
                hasStandard
              />
              {draft.isClash(text) && (
                <TextClash text={text} name={nameOf(text)} onKeep={() => draft.keepMine(text)} onTake={() => draft.takeTheirs(text)} />
              )}
            </div>
          ))}
        </div>
        <div className="flex flex-wrap gap-4">
          <SubmitButton size="small" form={draft}>
            {t('staff:save')}
          </SubmitButton>
          <Button look="secondary" size="small" onClick={() => setHistoryOpen(true)}>
            {t('staff:history')}
          </Button>
        </div>
        {isHistoryOpen && (
          <TextHistory
            texts={texts}
            onClose={() => setHistoryOpen(false)}
            onTake={(text, value) => {
              draft.type(text, value);
              setHistoryOpen(false);
            }}
          />
        )}
      </form>
      <SitePreview group={options.group} texts={publishedTexts} />
    </div>
  );
}

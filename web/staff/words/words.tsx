import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TEXT_GROUPS, type TextGroup } from '#shared/site-texts/site-texts.ts';
import { errorText } from '#web/lib/error-text.ts';
import { ChoiceLinks } from '#web/staff/parts/choice-links.tsx';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextForm } from './text-form.tsx';

const GROUPS = ['club', 'about', 'rentals', 'djs', 'terms'] as const satisfies TextGroup[];

/** What staff writes on the site: the club's own data, and the texts of its pages in both languages. */
export default function Words() {
  const params = useParams();
  const { t } = useTranslation(['common', 'staff-words', 'errors']);
  const group = GROUPS.find((each) => each === params['group']) ?? 'club';
  const client = useQueryClient();
  const queryKey = ['site-texts'];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => staffApi.staffWords.list({}, { signal }) });
  const reload = () => void refetch();
  const keys = new Set(TEXT_GROUPS[group].map(({ key }) => key));
  return (
    <>
      <SectionTitle>{t('staff-words:title')}</SectionTitle>
      <ChoiceLinks
        label={t('staff-words:pages')}
        choices={GROUPS.map((each) => ({
          name: t(`staff-words:groups.${each}`),
          to: staffPath(each === 'club' ? 'words' : `words/${each}`),
          isChosen: each === group,
        }))}
      />
      {!data && error && <ErrorState message={errorText(error, t)} onRetry={reload} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <TextForm
          group={group}
          texts={data.texts.filter(({ key }) => keys.has(key))}
          onSaved={(texts) => client.setQueryData(queryKey, { ...data, texts })}
          onStale={reload}
        />
      )}
    </>
  );
}

import { Link, useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { FLOORS } from '#shared/constants.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import type { DjForm } from '#shared/enquiries/enquiry.schemas.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/browser-api.ts';
import { ContactBlock, EnquiryForm, ToForm, useEnquiry } from '#web/lib/enquiry-form.tsx';
import type { Meta } from '#web/lib/page.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { ProseColumn } from '#web/lib/prose.tsx';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Field, TextArea } from '#web/ui/fields.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Picture, type PictureFiles } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { type Resident, type Residents, residentsOf } from './residents.ts';

/** The side header takes 13rem of the width. */
const coverSizes = '(width >= 64rem) calc(100vw - 13rem), 100vw';

/** The events whose acts are named. */
const PAST_COUNT = 12;

export async function loader(api: Api) {
  const [images, residents] = await Promise.all([
    loadAlbum(api, 'djs', ALBUM_PLACES.djs),
    // The page is about the form: without the acts it shows the rest.
    api.events
      .past({ limit: PAST_COUNT })
      .then(residentsOf)
      .catch(() => []),
  ]);
  return { images, residents };
}

export default function DjsPage() {
  const { images, residents } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['pages', 'events']);
  const { language } = useLanguage();
  const [cover, ...pictures] = picturesIn(images, language);
  return (
    <>
      {cover && <Picture picture={cover} sizes={coverSizes} isFirst className="aspect-21/9" />}
      <PageBody className="flex flex-col gap-10">
        <PageTitle>{t('djs.title')}</PageTitle>
        <ToForm text={t('djs.form')} />
        <div className="flex flex-col gap-12 wide:grid wide:grid-cols-[minmax(0,1fr)_30rem] wide:gap-x-16">
          <div className="flex flex-col gap-10">
            <DjsTexts />
            <Stages pictures={pictures} residents={residents} />
          </div>
          <div className="flex flex-col gap-12 desktop:flex-row desktop:gap-20 wide:flex-col wide:gap-12">
            <DjEnquiry />
            <ContactBlock />
          </div>
        </div>
      </PageBody>
    </>
  );
}

type StagesProps = { pictures: readonly PictureFiles[]; residents: readonly Residents[] };

/** A column for each stage: its picture, and who played there, each with the last event. */
function Stages({ pictures, residents }: StagesProps) {
  const { t } = useTranslation(['pages', 'events']);
  const { stages } = useSite();
  const floors = FLOORS.filter((floor) => pictures[floor - 1] !== undefined || residents.some((each) => each.floor === floor));
  if (floors.length === 0) return null;
  return (
    <div className="grid gap-x-6 gap-y-10 tablet:grid-cols-2">
      {floors.map((floor) => {
        const picture = pictures[floor - 1];
        const acts = residents.find((each) => each.floor === floor)?.acts ?? [];
        return (
          <section key={floor} className="flex flex-col gap-4">
            {picture && <Picture picture={picture} sizes="(width >= 48rem) 33vw, 100vw" className="aspect-3/2" />}
            {floor <= stages && stages > 1 && <h2 className="type-label text-muted">{t(`events:stages.${floor}`)}</h2>}
            {acts.length > 0 && <Acts acts={acts} />}
          </section>
        );
      })}
    </div>
  );
}

function Acts({ acts }: { acts: readonly Resident[] }) {
  return (
    <ul className="border-b border-hairline">
      {acts.map(({ name, eventId, startDate }) => (
        <li key={name} className="border-t border-hairline">
          <Link to={paths.event(eventId)} className="block py-3 hover:text-accent">
            <FittedText as="p" dir="auto" className="type-display-s">
              {name}
            </FittedText>
            <p className="type-meta text-muted">
              <DateText at={startDate} />
            </p>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What the club looks for. */
export function DjsTexts() {
  const { t } = useTranslation('pages');
  return (
    <div className="grid gap-5 desktop:grid-cols-2 desktop:gap-6">
      <ProseColumn text={t('djs.p1')} />
      <ProseColumn text={t('djs.p2')} />
    </div>
  );
}

export const meta: Meta<typeof loader> = ({ t }) => ({
  title: t('pages:djs.title'),
  description: t('pages:djs.meta'),
  path: paths.djs,
});

const empty: DjForm = { fullName: '', stageName: '', socialLink: '', musicLink: '', motivation: '' };
const fetchRules = () => import('#web/lib/enquiry-rules.ts');
const loadJudge = async () => (await fetchRules()).judgeDj;
const link = { type: 'url', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false } as const;

/** Spec §2 and §8: the request form of the DJ page. */
function DjEnquiry() {
  const { t } = useTranslation('pages');
  const enquiry = useEnquiry(empty, loadJudge, async (fields, honeypot) =>
    api.enquiries.dj({ body: (await fetchRules()).joinEnquiry('dj', fields), [HONEYPOT]: honeypot }),
  );
  const texts = {
    title: t('djs.form'),
    submit: t('djs.submit'),
    submitting: t('djs.submitting'),
    sent: t('djs.sent'),
    failed: t('djs.failed'),
  };
  return (
    <EnquiryForm enquiry={enquiry} texts={texts}>
      <Field {...enquiry.control('fullName')} label={t('djs.full_name')} autoComplete="name" />
      <Field {...enquiry.control('stageName')} label={t('djs.stage_name')} autoComplete="nickname" />
      <Field {...enquiry.control('socialLink')} {...link} label={t('djs.social_link')} hint={t('djs.social_hint')} />
      <Field {...enquiry.control('musicLink')} {...link} label={t('djs.music_link')} hint={t('djs.music_hint')} />
      <TextArea {...enquiry.control('motivation')} label={t('djs.motivation')} />
    </EnquiryForm>
  );
}

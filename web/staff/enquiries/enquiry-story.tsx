import { useTranslation } from 'react-i18next';
import type { EnquiryView } from '#shared/staff/enquiries.contract.ts';
import { Moment } from '#web/staff/parts/moment.tsx';

type Entry = { key: string; author: string; createdAt: string; text: string; head: string };

/** What staff wrote about it and in answer to it, in the order of time. */
export function EnquiryStory({ enquiry: { notes, replies } }: { enquiry: EnquiryView }) {
  const { t } = useTranslation('staff-enquiries');
  const entries: Entry[] = [
    ...notes.map((note) => ({ ...note, key: `note ${note.id}`, head: t('note') })),
    ...replies.map((reply) => ({
      ...reply,
      key: `reply ${reply.id}`,
      head: `${t('answer_to', { address: reply.recipient })} · ${fate(reply)}`,
      text: `${reply.subject}\n\n${reply.text}`,
    })),
  ].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  function fate({ mailState }: EnquiryView['replies'][number]): string {
    return mailState === null ? t('mail_states.gone') : t(`mail_states.${mailState}`);
  }
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="story" className="flex flex-col gap-3">
      <h2 id="story" className="font-bold">
        {t('story')}
      </h2>
      <ol>
        {entries.map(({ key, author, createdAt, text, head }) => (
          <li key={key} className="border-t border-hairline py-3">
            <p className="text-muted">
              {head}, {author || '—'}, <Moment at={createdAt} />
            </p>
            <p className="mt-1 break-words whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useTranslation } from '#web/ui/translation.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { newsletterCalls } from './message-calls.ts';
import { MessageScreen } from './message-screen.tsx';

/** The newsletter: the messages to its subscribers, and a new one. */
export default function Newsletter() {
  const { t } = useTranslation(['staff-announcements', 'staff']);
  return (
    <>
      <SectionTitle>{t('staff:nav.newsletter')}</SectionTitle>
      <MessageScreen calls={newsletterCalls} />
    </>
  );
}

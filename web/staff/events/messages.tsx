import { useTranslation } from '#web/ui/translation.tsx';
import { useParams } from 'react-router';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { holderCalls } from '#web/staff/messages/message-calls.ts';
import { MessageScreen } from '#web/staff/messages/message-screen.tsx';
import { EventFrame, EventLoader } from './event-frame.tsx';

/** Messages to the ticket holders of an event: the sent ones, and a new one. */
export default function Messages() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="messages">
          <Body event={event} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Body({ event }: { event: StaffEventView }) {
  const { t } = useTranslation(['staff-announcements', 'staff']);
  const hindrance = (at: string) => {
    if (event.state === 'draft') return t('staff:publish_first');
    return new Date(at) >= new Date(event.endDate) ? t('staff:event_over') : undefined;
  };
  return <MessageScreen calls={holderCalls(event.id)} hindrance={hindrance} />;
}

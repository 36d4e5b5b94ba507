import { useTranslation } from '#web/ui/translation.tsx';
import { useParams } from 'react-router';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { holderCalls } from '#web/staff/messages/message-calls.ts';
import { MessageDesk } from '#web/staff/messages/message-desk.tsx';
import { EventFrame, EventLoader } from './event-frame.tsx';

/** Messages to the holders of an event's tickets: what was written, and a new one. */
export default function Messages() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="messages">
          <Desk event={event} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Desk({ event }: { event: StaffEventView }) {
  const { t } = useTranslation('staff-messages');
  const hindrance = (at: string) => {
    if (event.state === 'draft') return t('draft');
    return at >= event.endDate ? t('over') : undefined;
  };
  return <MessageDesk calls={holderCalls(event.id)} hindrance={hindrance} />;
}

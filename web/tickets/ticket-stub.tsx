import CircleCheck from 'lucide-react/icons/circle-check';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketStub } from '#shared/media/colours.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { paint } from '#web/lib/paint.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TicketEvent } from './kept-tickets.ts';
import { QrDialog } from './qr-dialog.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { validPrice } from './ticket-list.ts';

type TicketStubProps = { ticket: TicketView; event: TicketEvent | undefined; isKept: boolean };

/** The stub: the code on white while the ticket is unused; a coal block with the word USED across the perforation afterwards. */
export function TicketStub(props: TicketStubProps) {
  return props.ticket.isUsedTicket ? <UsedStub ticket={props.ticket} /> : <OpenStub {...props} />;
}

function OpenStub({ ticket, event, isKept }: TicketStubProps) {
  const { t } = useTranslation(['common', 'tickets']);
  const [isEnlarged, setEnlarged] = useState(false);
  const { id, qrCodeUrl } = ticket;
  return (
    <div {...paint({ paper: ticketStub.fill, on: ticketStub.on, accent: ticketStub.on })} className="paper px-5 pt-2 pb-5">
      <button
        type="button"
        aria-label={t('tickets:enlarge_qr', { id })}
        onClick={() => setEnlarged(true)}
        className="mx-auto block w-full max-w-80"
      >
        <img
          src={qrCodeUrl}
          alt={t('tickets:qr_of', { id })}
          width={320}
          height={320}
          className="block w-full print:mx-auto print:size-[60mm]"
        />
      </button>
      <Facts ticket={ticket} edge="border-faint" />
      {!isKept && <TicketActions ticket={ticket} />}
      {isEnlarged && <QrDialog ticket={ticket} event={event} onClose={() => setEnlarged(false)} />}
    </div>
  );
}

function UsedStub({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <div className="bg-surface-2 px-5 pb-5">
      <div className="relative -mx-2 -mt-16 mb-3 flex items-center gap-4 bg-surface-2 p-2">
        <CircleCheck size={48} className="shrink-0" />
        <FittedText as="p" className="type-display-l">
          {t('tickets:used')}
        </FittedText>
      </div>
      <Facts ticket={ticket} edge="border-control" />
    </div>
  );
}

function Facts({ ticket, edge }: { ticket: TicketView; edge: string }) {
  const { t } = useTranslation(['common', 'tickets']);
  const price = validPrice(ticket.basket?.price);
  return (
    <dl className={`type-small flex flex-wrap justify-between gap-x-4 gap-y-3 border-t pt-3 ${edge}`}>
      <Fact term={t('tickets:ticket')}>
        <span className="type-tabular">{ticket.id}</span>
      </Fact>
      <Fact term={t('tickets:price')}>{price === undefined ? t('tickets:no_price') : <Money gel={price} />}</Fact>
      <Fact term={t('tickets:status')}>{t(ticket.isUsedTicket ? 'tickets:used' : 'tickets:unused')}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

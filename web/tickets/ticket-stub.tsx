import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { type TicketEvent, validPrice } from './own-tickets.ts';
import { TicketActions } from './ticket-actions.tsx';

const TransferDialog = lazy(() => import('./transfer-dialog.tsx'));

type TicketStubProps = { ticket: TicketView; event: TicketEvent | undefined; isStored: boolean };

/** The stub: the code on white while the ticket is unused; afterwards a coal block with the word USED across the perforation. */
export function TicketStub(props: TicketStubProps) {
  return props.ticket.isUsedTicket ? <UsedStub ticket={props.ticket} /> : <OpenStub {...props} />;
}

function OpenStub({ ticket, event, isStored }: TicketStubProps) {
  const { t } = useTranslation(['common', 'tickets']);
  const [isEnlarged, setEnlarged] = useState(false);
  const [isTransferring, setTransferring] = useState(false);
  const [holderName, setHolderName] = useState(ticket.holderName ?? '');
  const { id, qrCodeUrl } = ticket;
  return (
    <>
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
        {holderName !== '' && (
          <p className="type-body pb-3 text-center font-bold wrap-anywhere">{t('tickets:for_name', { name: holderName })}</p>
        )}
        <Facts ticket={ticket} edge="border-faint" />
        {!isStored && <TicketActions ticket={ticket} onTransfer={() => setTransferring(true)} />}
        {isEnlarged && <QrDialog ticket={ticket} event={event} onClose={() => setEnlarged(false)} />}
      </div>
      {/* Outside the stub, whose colours are those of paper. */}
      {isTransferring && (
        <Suspense>
          <TransferDialog id={id} event={event} onName={setHolderName} onClose={() => setTransferring(false)} />
        </Suspense>
      )}
    </>
  );
}

function UsedStub({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation(['common', 'tickets']);
  return (
    <div className="bg-surface-2 px-5 pb-5">
      <div className="relative -mx-5 -mt-16 mb-3 flex items-center gap-4 bg-surface-2 px-5 py-2">
        <Ban size={48} className="shrink-0" />
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
  const StatusIcon = ticket.isUsedTicket ? Ban : CircleCheck;
  return (
    <dl className={`type-small flex flex-wrap justify-between gap-x-4 gap-y-3 border-t pt-3 ${edge}`}>
      <Fact term={t('tickets:ticket')}>
        <span className="type-tabular">{ticket.id}</span>
      </Fact>
      <Fact term={t('tickets:price')}>{price === undefined ? t('tickets:no_price') : <Money gel={price} />}</Fact>
      <Fact term={t('tickets:status')}>
        <span className="flex items-center gap-1.5">
          <StatusIcon size={16} className="shrink-0" />
          {t(ticket.isUsedTicket ? 'tickets:used' : 'tickets:unused')}
        </span>
      </Fact>
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

type QrDialogProps = { ticket: TicketView; event: TicketEvent | undefined; onClose(): void };

/** The code as large as the screen allows, on white, with the screen kept on, for scanning at the door. */
function QrDialog({ ticket: { id, qrCodeUrl }, event, onClose }: QrDialogProps) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  useWakeLock(true);
  return (
    <Dialog title={t('tickets:qr_of', { id })} isTitleHidden isFullScreen className="text-coal [&>button]:size-14" onClose={onClose}>
      {/* A click on the white around the code closes it; the keyboard has Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        data-ticket-code
        {...paint({ paper: ticketStub.fill, on: ticketStub.on, accent: ticketStub.on })}
        onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
        className="paper grid min-h-dvh place-content-center place-items-center gap-5 px-5 py-16 text-center"
      >
        <img src={qrCodeUrl} alt="" className="block aspect-square w-[min(88vw,60vh)]" />
        {event && <p className="text-[1.25rem] font-bold">{eventName(event, language)}</p>}
        <p className="type-body type-tabular">
          {t('tickets:ticket')} {id}
        </p>
        <p className="type-body font-semibold">{t('tickets:brightness')}</p>
      </div>
    </Dialog>
  );
}

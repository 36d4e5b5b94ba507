import { useTranslation } from 'react-i18next';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { TicketEvent } from './kept-tickets.ts';

type QrDialogProps = { ticket: TicketView; event: TicketEvent | undefined; onClose(): void };

/** The code as large as the screen allows, on white, with the screen kept on: what is shown at the door. */
export function QrDialog({ ticket: { id, qrCodeUrl }, event, onClose }: QrDialogProps) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  useWakeLock(true);
  return (
    <Dialog title={t('tickets:qr_of', { id })} isTitleHidden isFullScreen className="text-coal [&>button]:size-14" onClose={onClose}>
      {/* The white around the code is the overlay here; the keyboard has Escape. */}
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

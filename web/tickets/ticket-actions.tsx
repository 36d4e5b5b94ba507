import CalendarPlus from 'lucide-react/icons/calendar-plus';
import FileDown from 'lucide-react/icons/file-down';
import Mail from 'lucide-react/icons/mail';
import Send from 'lucide-react/icons/send';
import WalletIcon from 'lucide-react/icons/wallet';
import { useState, type ReactNode } from 'react';
import type { Wallet } from '#shared/rendering.ts';
import { eventCalendarUrl } from '#shared/sharing/addresses.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useSite } from '#web/lib/site.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Ring } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { eventIdOf } from './own-tickets.ts';

/** The actions on a ticket besides showing it: a file to print, a calendar entry, its mail again, and the transfer options. */
export function TicketActions({ ticket, onTransfer }: { ticket: TicketView; onTransfer(): void }) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const { language } = useLanguage();
  const { wallets = [] } = useSite();
  const { id } = ticket;
  const eventId = eventIdOf(ticket);
  const print = useOnce(async () => {
    try {
      saveFile(await api.tickets.pdf({ id, lang: language }, { timeoutMs: FILE_TIMEOUT_MS }), `ticket-${id}.pdf`);
    } catch (error) {
      toast.error(serverMessage(error, t('tickets:pdf_failed'), t));
    }
  });
  const mail = useOnce(async () => {
    try {
      await api.tickets.resend({ id });
      toast.success(t('tickets:resent'));
    } catch (error) {
      toast.error(serverMessage(error, t('tickets:resend_failed'), t));
    }
  });
  return (
    <ul className="no-print mt-3 -mb-2 flex flex-wrap gap-x-5">
      <Action icon={<FileDown size={20} />} name={t('tickets:pdf_of', { id })} label={t('tickets:pdf')} order={print} />
      {eventId !== undefined && (
        <li>
          <a href={eventCalendarUrl(eventId, language)} className={look}>
            <CalendarPlus size={20} />
            {t('tickets:calendar')}
          </a>
        </li>
      )}
      <Action icon={<Mail size={20} />} name={t('tickets:resend_of', { id })} label={t('tickets:resend')} order={mail} />
      <Action
        icon={<Send size={20} />}
        name={t('tickets:transfer_of', { id })}
        label={t('tickets:transfer')}
        order={{ isPending: false, run: onTransfer }}
      />
      {wallets.map((wallet) => (
        <WalletAction key={wallet} wallet={wallet} id={id} />
      ))}
    </ul>
  );
}

/** Apple's pass is a file that the phone opens; Google's is an address that offers to save it. */
function WalletAction({ wallet, id }: { wallet: Wallet; id: number }) {
  const { t } = useTranslation(['common', 'tickets', 'errors']);
  const { language } = useLanguage();
  const add = useOnce(async () => {
    try {
      if (wallet === 'google') location.assign((await api.wallet.google({ id, lang: language })).url);
      else saveFile(await api.wallet.apple({ id, lang: language }, { timeoutMs: FILE_TIMEOUT_MS }), `ticket-${id}.pkpass`);
    } catch (error) {
      toast.error(serverMessage(error, t('tickets:wallet_failed'), t));
    }
  });
  const label = t(`tickets:wallet.${wallet}`);
  return <Action icon={<WalletIcon size={20} />} name={`${label}, ${t('tickets:ticket')} ${id}`} label={label} order={add} />;
}

const look =
  'type-small inline-flex min-h-11 items-center gap-2 text-start font-semibold underline-offset-4 [&>svg]:shrink-0 hover:underline aria-disabled:opacity-60';

type Order = { isPending: boolean; run(): void };
type ActionProps = { icon: ReactNode; label: string; name: string; order: Order };

/** The icon does not move while the action runs. */
function Action({ icon, label, name, order: { isPending, run } }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={name}
        aria-disabled={isPending || undefined}
        aria-busy={isPending || undefined}
        onClick={run}
        className={look}
      >
        {isPending ? <Ring /> : icon}
        {label}
      </button>
    </li>
  );
}

/** Runs one action at a time: a second press while it runs does nothing. `useCall` does not fit into the profile's first load. */
function useOnce(work: () => Promise<void>): Order {
  const [isPending, setPending] = useState(false);
  const run = () => {
    if (isPending) return;
    setPending(true);
    void work().finally(() => setPending(false));
  };
  return { isPending, run };
}

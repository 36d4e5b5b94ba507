import { useNavigate } from 'react-router';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { paint } from '#web/lib/paint.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ChosenLines, ChosenPoster } from '#web/accounts/chosen-event.tsx';

/** Adds one ticket to the cart; a ticket that is already there is no failure. */
export type AddChosen = (event: EventView) => Promise<{ kind: string; error?: unknown }>;

type ChosenTicketProps = { event: EventView; addToCart: AddChosen; onDismiss(): void };

/** The event whose ticket the guest has logged in for: one press adds it to the cart and leads there. */
export function ChosenTicket({ event, addToCart, onDismiss }: ChosenTicketProps) {
  const { t } = useTranslation(['common', 'accounts', 'events']);
  const navigate = useNavigate();
  const add = async () => {
    const outcome = await addToCart(event);
    if (outcome.kind === 'failed') throw outcome.error;
    forgetReturnTo();
    await navigate(paths.cart);
  };
  const adding = useCall(add, { failed: t('events:add_failed') });
  return (
    <section
      aria-label={t('accounts:chosen')}
      {...paint(eventTheme(event.id))}
      className="flex flex-col gap-4 border-s-4 border-accent bg-surface-1 p-5"
    >
      <div className="flex flex-wrap items-start gap-5">
        <ChosenPoster event={event} />
        <ChosenLines event={event} />
      </div>
      <Button isWide isPending={adding.isPending} pendingLabel={t('events:adding')} onClick={adding.run}>
        {t('events:get_ticket')}
      </Button>
      <Problem text={adding.problem} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LinkButton look="quiet" size="small" to={paths.event(event.id)} onClick={forgetReturnTo}>
          {t('accounts:way_back.link')}
        </LinkButton>
        <Button look="quiet" size="small" onClick={onDismiss}>
          {t('accounts:way_back.dismiss')}
        </Button>
      </div>
    </section>
  );
}

import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Buying } from './use-buying.ts';
import type { Offer } from './offer.ts';

type BuyCardProps = { offer: Offer; isSignedIn: boolean; buying: Buying };

/** Price and button: a card beside the page, a bar at the bottom of a narrow screen (art direction §10). */
export function BuyCard({ offer, isSignedIn, buying }: BuyCardProps) {
  const { t } = useTranslation(['events', 'errors']);
  const noteId = useId();
  if (offer.kind === 'over') return <OverCard />;
  const reason = offer.kind === 'no_price' ? t('errors:price_unavailable') : offer.kind === 'none_left' ? t('none_on_sale') : undefined;
  const warning = reason ?? buying.warning;
  return (
    <div data-bottom-bar className={cardClass}>
      {offer.kind !== 'no_price' && <Price gel={offer.price} isAside={buying.state === 'added'} />}
      <div className="flex min-w-0 grow flex-wrap gap-3 desktop:mt-6">
        <Button
          isWide
          look={buying.state === 'added' ? 'secondary' : 'primary'}
          disabled={reason !== undefined}
          isPending={buying.state === 'adding'}
          pendingLabel={t('adding')}
          aria-describedby={noteId}
          onClick={buying.add}
          className="min-w-0 flex-1 desktop:flex-none"
        >
          {offer.kind === 'none_left' ? t('sold_out') : buying.state === 'added' ? <Added /> : <GetTicket />}
        </Button>
        {buying.state === 'added' && (
          <LinkButton to={paths.cart} isWide className="min-w-0 flex-1 desktop:flex-none">
            {t('view_cart')}
            <ArrowRight size={20} />
          </LinkButton>
        )}
      </div>
      <div id={noteId} className="w-full desktop:mt-3">
        {warning !== undefined && <Warning text={warning} />}
        {warning === undefined && !isSignedIn && <p className="type-small text-muted">{t('login_first')}</p>}
      </div>
    </div>
  );
}

const cardClass =
  'fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline bg-surface-1 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] desktop:static desktop:block desktop:border-t-4 desktop:border-accent desktop:p-7';

function GetTicket() {
  const { t } = useTranslation('events');
  return (
    <>
      {t('get_ticket')}
      <ArrowRight size={20} />
    </>
  );
}

function Added() {
  const { t } = useTranslation('events');
  return (
    <>
      <Check size={20} />
      {t('in_cart')}
    </>
  );
}

/** On a narrow screen it makes room for the second button. */
function Price({ gel, isAside }: { gel: number; isAside: boolean }) {
  const { t } = useTranslation('events');
  return (
    <div className={isAside ? 'hidden desktop:block' : undefined}>
      <p className="items-baseline justify-between gap-4 desktop:flex">
        <span className="type-lead hidden desktop:inline">{t('price_from')}</span>
        <span className="text-[1.375rem] leading-7 font-bold desktop:text-[2.25rem] desktop:leading-10">
          <Money gel={gel} />
        </span>
      </p>
      <p className="type-small text-muted desktop:hidden">{t('no_fees')}</p>
      <p className="type-meta mt-2 hidden text-muted desktop:block">{t('price_note')}</p>
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="type-small flex gap-2 text-warn">
      <TriangleAlert size={20} className="shrink-0" />
      {text}
    </p>
  );
}

function OverCard() {
  const { t } = useTranslation('events');
  return (
    <div className="flex flex-col items-start gap-4 border-t-4 border-accent bg-surface-1 p-7">
      <p className="type-lead font-semibold">{t('over')}</p>
      <LinkButton look="secondary" to={paths.events('upcoming')}>
        {t('to_upcoming')}
      </LinkButton>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useSession } from '#web/lib/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useCartBadge } from './use-cart-badge.ts';

const row = 'flex min-h-11 items-center gap-3 font-medium hover:text-accent';

/** Log in, or the profile and the cart of whoever is signed in. */
export function AccountLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation();
  const { isSignedIn } = useSession();
  const count = useCartBadge();
  if (!isSignedIn)
    return (
      <Link to={paths.login} onClick={onFollow} className={row}>
        {t('nav.login')}
      </Link>
    );
  return (
    <>
      <Link to={paths.profile} onClick={onFollow} className={row}>
        {t('nav.profile')}
      </Link>
      <Link to={paths.cart} onClick={onFollow} className={row}>
        {t('nav.cart')} {count !== undefined && count > 0 && <Badge count={count} label={t('cart_count', { count })} />}
      </Link>
    </>
  );
}

import { lazy } from 'react';
import { paths } from '#shared/paths.ts';
import type { Meta } from '#web/lib/page.ts';
import { PaymentPanel } from './payment-panel.tsx';

const load = () => import('#web/cart/back-to-cart.tsx').then((script) => ({ default: script.BackToCart }));

/** Loaded while the bank is asked, so that the way back appears with the answer; if that fails without a network, it is retried. */
const loading = load();
loading.catch(() => undefined);
const BackToCart = lazy(() => loading.catch(load));

/** A paid order has left the cart. It may be another user's order, so the cart is fetched, not emptied. */
const refreshCart = () => void import('#web/cart/cart.ts').then(({ cartChanged }) => cartChanged()).catch(() => undefined);

export default function PaymentFailurePage() {
  return <PaymentPanel arrival="failure" onPaid={refreshCart} BackToCart={BackToCart} />;
}

export const meta: Meta = ({ t }) => ({ title: t('orders:title.failure'), path: paths.paymentFailure, isPrivate: true });

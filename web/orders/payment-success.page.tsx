import { lazy } from 'react';
import { paths } from '#shared/paths.ts';
import type { Meta } from '#web/lib/page.ts';
import { PaymentPanel } from './payment-panel.tsx';

/** Only a failure needs the cart. */
const BackToCart = lazy(async () => ({ default: (await import('#web/cart/back-to-cart.tsx')).BackToCart }));

/** A paid order has left the cart. It may be another user's order, so the cart is fetched, not emptied. */
const refreshCart = () => void import('#web/cart/cart.ts').then(({ cartChanged }) => cartChanged()).catch(() => undefined);

export default function PaymentSuccessPage() {
  return <PaymentPanel arrival="success" onPaid={refreshCart} BackToCart={BackToCart} />;
}

export const meta: Meta = ({ t }) => ({ title: t('orders:title.success'), path: paths.paymentSuccess, isPrivate: true });

import { paths } from '#shared/paths.ts';
import { cart } from '#web/cart/cart.ts';
import type { Meta } from '#web/lib/page.ts';
import { PaymentPanel } from './payment-panel.tsx';

export default function PaymentFailurePage() {
  return <PaymentPanel arrival="failure" onPaid={cart.clear} />;
}

export const meta: Meta = ({ t }) => ({ title: t('orders:title.failure'), path: paths.paymentFailure, isPrivate: true });

import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { moneyText } from '#shared/money.ts';
import { failureReasons } from '#shared/payments/payments.contract.ts';
import { ALERT_KINDS } from '#shared/staff/alerts.contract.ts';
import type { RefundView, StaffOrderView, StaffPaymentView } from '#shared/staff/money.contract.ts';
import type { OrderMoment } from '#shared/staff/orders.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { actionText } from '#web/staff/audit/entries.tsx';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { useFileCommand } from '#web/staff/components/file-command.ts';
import { scanText } from '#web/staff/components/scan-text.ts';
import { type StateLook, StateWord } from '#web/staff/components/state-word.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

export const ORDER_LOOKS = {
  paid: { Icon: Check, colour: '' },
  pending: { Icon: Clock, colour: 'text-muted' },
  failed: { Icon: X, colour: 'text-muted' },
  refunded: { Icon: Undo2, colour: 'text-warn' },
} as const;

/** The state of an order; a flagged payment takes precedence. */
export function OrderState({ state, isFlagged }: { state: StaffOrderView['state']; isFlagged: boolean }) {
  const { t } = useTranslation('staff-orders');
  return (
    <span className="flex flex-wrap gap-x-2">
      <StateWord look={ORDER_LOOKS[state]}>{t(`payments.states.${state}`)}</StateWord>
      {isFlagged && <span className="font-bold text-danger">! {t('payments.states.flagged')}</span>}
    </span>
  );
}

const PAYMENT_LOOKS: Record<StaffPaymentView['state'], StateLook> = {
  created: ORDER_LOOKS.pending,
  pending: ORDER_LOOKS.pending,
  paid: { Icon: CircleCheck, colour: 'text-ok' },
  failed: ORDER_LOOKS.failed,
  flagged: { Icon: TriangleAlert, colour: 'font-bold text-danger' },
  refunding: { Icon: Undo2, colour: '' },
  refunded: { Icon: Undo2, colour: '' },
};

export function PaymentState({ state }: Pick<StaffPaymentView, 'state'>) {
  const { t } = useTranslation('staff-orders');
  return <StateWord look={PAYMENT_LOOKS[state]}>{t(`payments.states.${state}`)}</StateWord>;
}

const REFUND_LOOKS: Record<RefundView['state'], StateLook> = {
  intended: ORDER_LOOKS.pending,
  sent: ORDER_LOOKS.pending,
  confirmed: { Icon: CircleCheck, colour: 'text-ok' },
  failed: { Icon: TriangleAlert, colour: 'font-bold text-danger' },
  unknown: { Icon: CircleQuestionMark, colour: '' },
};

export function RefundState({ state }: Pick<RefundView, 'state'>) {
  const { t } = useTranslation('staff-orders');
  return <StateWord look={REFUND_LOOKS[state]}>{t(`refunds.states.${state}`)}</StateWord>;
}

/** A part of a screen with its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-[1.25rem] leading-7 font-bold">{title}</h2>
      {children}
    </div>
  );
}

type FileButtonProps = { label: string; name: string; fetchFile(): Promise<unknown> };

/** Its length is not known before its end. */
export function FileButton({ label, name, fetchFile }: FileButtonProps) {
  const { t } = useTranslation('staff');
  const command = useFileCommand(name, fetchFile);
  return (
    <>
      <CommandButton look="secondary" size="small" command={command}>
        {label}
      </CommandButton>
      <output className="sr-only">{command.isPending && t('pending')}</output>
    </>
  );
}

const PAYMENT_STATES = ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'] as const;
const SIGNED = ['valid', 'invalid', 'absent'] as const;
const MAIL_STATES = ['queued', 'sent', 'dead', 'skipped'] as const;
const LISTING_ENDS = ['sold', 'withdrawn', 'ended'] as const;
const REFUND_REASONS = ['no_place', 'staff', 'event_cancelled', 'flagged', 'at_bank', 'returned'] as const;
const MOVEMENTS = ['capture', 'resolve', 'promise', 'refund'] as const;

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((each) => each === text);

/** Why the last payment of an order failed, if it did. */
export function failureText(moments: readonly OrderMoment[], t: Translate): string | undefined {
  const last = moments.findLast(({ kind }) => kind === 'settled');
  return last?.what === 'failed' ? whatText(last, t) : undefined;
}

/** What happened, as a sentence. */
export function momentText(moment: OrderMoment, t: Translate): string {
  const { kind, about, count } = moment;
  const facts = { about: about ?? 0, count: count ?? 1, what: whatText(moment, t), amount: moneyText(moment.amount ?? 0) };
  return t(`staff-orders:timeline.${kind}`, { ...facts, note: mailKindText(moment.note, t) });
}

function whatText({ kind, what, note }: OrderMoment, t: Translate): string {
  switch (kind) {
    case 'sent':
      return (what ?? '').toUpperCase();
    case 'callback':
      return t(`staff-orders:timeline.signed.${oneOf(SIGNED, what) ?? 'absent'}`);
    case 'settled': {
      const failure = what === 'failed' ? oneOf(failureReasons, note) : undefined;
      if (failure) return t(`staff-orders:failure_reasons.${failure}`);
      return t(`staff-orders:payments.states.${oneOf(PAYMENT_STATES, what) ?? 'pending'}`);
    }
    case 'mail':
      return t(`staff-orders:timeline.mails.${oneOf(MAIL_STATES, what) ?? 'queued'}`);
    case 'passed_on':
    case 'claimed':
    case 'place_returned':
      return what ?? '';
    case 'resale_ended':
      return t(`staff-orders:timeline.resale.${oneOf(LISTING_ENDS, what) ?? 'ended'}`);
    case 'scan':
      return scanText({ outcome: what ?? '', reason: note ?? '' }, t);
    case 'refund':
      return t(`staff-orders:refunds.reasons.${oneOf(REFUND_REASONS, what) ?? 'staff'}`);
    case 'staff':
      return actionText(what ?? '', t);
    default:
      return '';
  }
}

const mailKindText = (kind: string | null, t: Translate): string =>
  t(`staff-orders:timeline.mail_kinds.${kind === 'refund' ? 'refund' : 'ticket'}`);

export function alertText(kind: string, t: Translate): string {
  const known = oneOf(ALERT_KINDS, kind);
  return known ? t(`staff-orders:alerts.kinds.${known}`) : kind;
}

/** `capture 12` of the ledger as text. */
export function movementText(movement: string, t: Translate): string {
  const [kind = '', id = ''] = movement.split(' ');
  const known = oneOf(MOVEMENTS, kind);
  return known ? t(`staff-orders:ledger.movements.${known}`, { id }) : movement;
}

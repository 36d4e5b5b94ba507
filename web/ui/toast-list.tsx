import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from './translation.tsx';
import { classNames } from './class-names.ts';

type ShownToast = {
  id: number;
  kind: 'success' | 'error' | 'info' | 'warning';
  text: string;
  action?: { label: string; run(): void } | undefined;
};

type ToastListProps = {
  toasts: readonly ShownToast[];
  onDismiss(id: number): void;
  /** Called with true while a toast has the pointer or the focus, or the page is hidden. */
  onHold(isHeld: boolean): void;
};

const looks = {
  success: { Icon: CircleCheck, bar: 'border-ok', colour: 'text-ok' },
  error: { Icon: OctagonX, bar: 'border-danger', colour: 'text-danger' },
  info: { Icon: Info, bar: 'border-info', colour: 'text-info' },
  warning: { Icon: TriangleAlert, bar: 'border-warn', colour: 'text-warn' },
} as const;

/** Toasts, oldest first. F8 focuses the newest, Escape dismisses it. */
export function ToastList({ toasts, onDismiss, onHold }: ToastListProps) {
  const list = useRef<HTMLUListElement>(null);
  useHotkey(list);
  useHolding(list, onHold);
  return (
    <ul ref={list} className="flex flex-col gap-3">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </ul>
  );
}

function ToastBox({ toast: { kind, text, action }, onDismiss }: { toast: ShownToast; onDismiss(): void }) {
  const { t } = useTranslation();
  const { Icon, bar, colour } = looks[kind];
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && onDismiss();
  return (
    // Escape anywhere inside does the same as the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      onKeyDown={leave}
      className={classNames('pointer-events-auto flex animate-appear items-start gap-3 border-s-4 bg-surface-2 ps-4', bar)}
    >
      <Icon size={24} className={classNames('my-3 shrink-0', colour)} />
      <div className="grow py-3">
        <p role={kind === 'error' ? 'alert' : undefined}>{text}</p>
        {action && (
          <button
            type="button"
            onClick={() => {
              action.run();
              onDismiss();
            }}
            className="min-h-11 font-semibold underline underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" onClick={onDismiss} aria-label={t('close')} className="grid size-12 shrink-0 place-items-center">
        <X size={20} />
      </button>
    </li>
  );
}

function useHotkey(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8') return;
      const buttons = list.current?.querySelectorAll<HTMLElement>('button');
      buttons?.[buttons.length - 1]?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
}

/** Holds the toasts while the pointer or the focus is in the list, and while the page is hidden. */
function useHolding(list: RefObject<HTMLElement | null>, onHold: (isHeld: boolean) => void): void {
  useEffect(() => {
    const element = list.current;
    const look = () => onHold(document.hidden || element?.matches(':hover, :focus-within') === true);
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    for (const name of events) element?.addEventListener(name, look);
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const name of events) element?.removeEventListener(name, look);
      document.removeEventListener('visibilitychange', look);
      onHold(false);
    };
  }, [list, onHold]);
}

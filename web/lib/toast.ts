import { useSyncExternalStore } from 'react';
import { TOAST_MS } from '#shared/constants.ts';

type ToastKind = 'success' | 'error' | 'info' | 'warning';
/** A button in a toast: `Undo`, `View cart`. */
type ToastAction = { label: string; run(): void };
type Toast = { id: number; kind: ToastKind; text: string; action: ToastAction | undefined };

const SHOWN_AT_ONCE = 3;
const none: readonly Toast[] = [];

/** Toasts, which disappear after a time (spec §2: 5 s); the time is paused while they are held. */
export function createToasts(showMs: number) {
  let toasts = none;
  let lastId = 0;
  let isHeld = false;
  const timers = new Map<number, { endsAt: number; leftMs: number; timer: ReturnType<typeof setTimeout> | undefined }>();
  const listeners = new Set<() => void>();

  const show = (next: readonly Toast[]) => {
    toasts = next;
    for (const [id, { timer }] of timers) {
      if (toasts.some((toast) => toast.id === id)) continue;
      clearTimeout(timer);
      timers.delete(id);
    }
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number) => show(toasts.filter((toast) => toast.id !== id));
  const start = (id: number, leftMs: number) =>
    timers.set(id, { endsAt: Date.now() + leftMs, leftMs, timer: isHeld ? undefined : setTimeout(() => dismiss(id), leftMs) });
  const add = (kind: ToastKind) => (text: string, action?: ToastAction) => {
    const id = (lastId += 1);
    start(id, showMs);
    show([...toasts, { id, kind, text, action }].slice(-SHOWN_AT_ONCE));
  };

  return {
    success: add('success'),
    error: add('error'),
    info: add('info'),
    warning: add('warning'),
    dismiss,
    /** Pauses all toasts: pointer or focus on them, page hidden. */
    hold(next: boolean) {
      if (next === isHeld) return;
      isHeld = next;
      for (const [id, { endsAt, leftMs, timer }] of timers) {
        clearTimeout(timer);
        start(id, isHeld ? endsAt - Date.now() : leftMs);
      }
    },
    all: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toast = createToasts(TOAST_MS);

/** The toasts for `web/ui/toast-list.tsx`, oldest first. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(toast.subscribe, toast.all, () => none);

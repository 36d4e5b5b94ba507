import { toast, useToasts } from '#web/lib/toast.ts';
import { ToastList } from '#web/ui/toast-list.tsx';

export function Toasts() {
  return <ToastList toasts={useToasts()} onDismiss={toast.dismiss} onHold={toast.hold} />;
}

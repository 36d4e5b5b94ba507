import X from 'lucide-react/icons/x';
import { type ReactNode, Suspense, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type SidePanelProps = {
  /** What it shows, read out. */
  label: string;
  /** The address of the list below it. */
  list: string;
  children: ReactNode;
};

/** A record over its list, with an address of its own; on a phone it covers the screen. Escape, Back, its button and a press beside it close it. */
export function SidePanel({ label, list, children }: SidePanelProps) {
  const { t } = useTranslation();
  const { search, state, key } = useLocation();
  const closedAt = useRef<string>(undefined);
  const navigate = useNavigate();
  const close = () => {
    // Going back takes a moment, in which Escape may be pressed again.
    if (closedAt.current === key) return;
    closedAt.current = key;
    void (isOver(state) ? navigate(-1) : navigate(list + search, { replace: true, preventScrollReset: true }));
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={close}
      className="staff fixed inset-0 z-40 bg-coal/80 text-[0.9375rem] leading-[1.375rem]"
    >
      <Modal className="animate-appear ms-auto h-full w-full max-w-[42rem] overflow-y-auto overscroll-contain bg-bg tablet:border-s tablet:border-control">
        {/* At this width its tables have rows of two lines. */}
        <Dialog aria-label={label} data-panel className="relative min-h-full px-5 pt-5 pb-10 outline-none tablet:px-6">
          <button
            type="button"
            onClick={close}
            aria-label={t('close')}
            className="float-end -me-3 -mt-1 grid size-12 place-items-center rounded-control hover:bg-surface-2"
          >
            <X />
          </button>
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>{children}</Suspense>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Read by the navigation of all pages (root.tsx) too. */
const isOver = (state: unknown): boolean => Object(state).isOver === true;

/** The link of a row whose record opens in a panel; the filters of the list stay in the address. */
export function PanelLink({ to, ...link }: LinkProps & { to: string }) {
  const { search } = useLocation();
  return <Link {...link} to={to + search} state={{ isOver: true }} preventScrollReset />;
}

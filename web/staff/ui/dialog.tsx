import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type DialogProps = {
  title: string;
  /** `centre`: with a visible title; `top`: over the page, where its height may change; `screen`: fills it. */
  look?: 'centre' | 'top' | 'screen';
  className?: string;
  onClose(): void;
  children: ReactNode;
};

/** A modal dialog, open while it is rendered. Escape, a press beside it and its button call `onClose`. */
export function Dialog({ title, look = 'centre', className, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const close = (
    <button
      type="button"
      onClick={onClose}
      aria-label={t('close')}
      className={classNames('absolute z-10 grid size-12 place-items-center', look === 'screen' ? 'end-2 top-1' : 'end-1.5 top-1.5')}
    >
      <X />
    </button>
  );
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={onClose}
      className={classNames(OVERLAY, look === 'top' ? 'items-start' : 'items-center')}
    >
      <Modal className={classNames('animate-appear', PAPER[look])}>
        <AriaDialog aria-labelledby={titleId} className={classNames('relative min-h-full outline-none', className)}>
          {look === 'centre' ? (
            <div className={HEAD}>
              <FittedText as="h2" id={titleId} className="type-display-s">
                {title}
              </FittedText>
              {close}
            </div>
          ) : (
            <>
              <h2 id={titleId} className="sr-only">
                {title}
              </h2>
              {close}
            </>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const OVERLAY =
  'fixed inset-0 z-40 grid justify-items-center bg-coal/80 text-[0.875rem] leading-5 max-tablet:text-[1rem] max-tablet:leading-6';
const PAPER = {
  centre: 'dialog-paper rounded-control',
  top: 'dialog-paper mt-2 rounded-control tablet:mt-[12dvh]',
  screen: 'size-full overflow-y-auto bg-bg',
};
/** Title and close button are sticky. The 4 px edge covers the rest of the larger of the two paddings, and takes no room itself. */
const HEAD = 'sticky top-0 z-10 -mx-5 -mt-5 -mb-2 bg-surface-1 px-5 pt-5 pe-16 pb-2 shadow-[0_0_0_0.25rem_var(--color-surface-1)]';

type ConfirmDialogProps = {
  title: string;
  /** The consequence. */
  text: string;
  confirm: string;
  isPending: boolean;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
};

/** Asks before a command that is not undone. */
export function ConfirmDialog({ title, text, confirm, isPending, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { t } = useTranslation('staff');
  return (
    <Dialog title={title} className="flex flex-col gap-6 p-6" onClose={onClose}>
      <p className="wrap-anywhere">{text}</p>
      {children}
      <div className="flex flex-wrap gap-4">
        <Button look="danger" size="small" isPending={isPending} pendingLabel={t('pending')} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button look="secondary" size="small" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

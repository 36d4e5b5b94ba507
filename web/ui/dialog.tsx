import X from 'lucide-react/icons/x';
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from './translation.tsx';
import { classNames } from './class-names.ts';
import { FittedText } from './fitted-text.tsx';

type DialogProps = {
  title: string;
  /** The title is read out but not visible. */
  isTitleHidden?: boolean;
  /** Fills the screen instead of being centred. */
  isFullScreen?: boolean;
  className?: string;
  onClose(): void;
  /** Key handler for the whole dialog; Escape is built in. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/**
 * A modal dialog, open while it is rendered. The browser keeps the focus inside and gives it back afterwards; Escape, the overlay and the
 * button call `onClose` (docs/decisions/0009).
 */
export function Dialog({ title, isTitleHidden = false, isFullScreen = false, className, onClose, onKeyDown, children }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the element is removed from the page, because only then can it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // The `close` event may arrive after the dialog was opened again.
  const closed = () => dialog.current?.open === false && onClose();
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const click = (event: MouseEvent) => event.target === dialog.current && onClose();

  const heading = (
    <FittedText as="h2" id={titleId} className="type-display-s">
      {title}
    </FittedText>
  );
  const close = (
    <button
      type="button"
      onClick={onClose}
      aria-label={t('close')}
      className={classNames('absolute grid size-12 place-items-center', isFullScreen ? 'end-2 top-1' : 'end-1.5 top-1.5')}
    >
      <X />
    </button>
  );

  return (
    // A click beside the dialog closes it; Escape does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={closed}
      onCancel={cancel}
      onClick={click}
      onKeyDown={onKeyDown}
      className={classNames('animate-appear text-text', isFullScreen ? fullScreen : centred)}
    >
      <div className={classNames('relative min-h-full', className)}>
        {isTitleHidden ? (
          <>
            <div className="sr-only">{heading}</div>
            {close}
          </>
        ) : (
          <div className={head}>
            {heading}
            {close}
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}

const fullScreen = 'm-0 size-full bg-bg';
const centred = 'm-auto dialog-paper rounded-control';
/** Title and close button are sticky. The 4 px edge covers the rest of the larger of the two paddings, and takes no room itself. */
const head = 'sticky top-0 z-10 -mx-5 -mt-5 -mb-2 bg-surface-1 px-5 pt-5 pe-16 pb-2 shadow-[0_0_0_0.25rem_var(--color-surface-1)]';

import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

type DisclosureProps = {
  /** The id of the element that it opens. */
  id: string;
  /** The button's text while it is closed. */
  open: string;
  /** The button's text while it is open. */
  close: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

/** A button that opens and closes the element below it, which is rendered when it is first opened. */
export function Disclosure({ id, open, close, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [wasOpened, setOpened] = useState(isOpenAtFirst);
  const toggle = () => {
    setOpened(true);
    setOpen(!isOpen);
  };
  return (
    <>
      <div>
        <Button look="secondary" className="wrap-anywhere max-tablet:min-h-11" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? close : open}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { createKeyReader } from './key-reader.ts';

/** Reads hand scanners that type like a keyboard, while nobody types into a field. Returns true after Georgian letters came. */
export function useKeyReader(isOn: boolean, onRead: (text: string) => void): boolean {
  const [isGeorgian, setGeorgian] = useState(false);
  const read = useEffectEvent((text: string) => {
    setGeorgian(false);
    onRead(text);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const reader = createKeyReader({ onText: (text) => read(text), onGeorgian: () => setGeorgian(true) });
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        (target instanceof HTMLInputElement && target.type !== 'radio')
      )
        return;
      if (reader.press(event.key, event.timeStamp)) event.preventDefault();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => {
      document.removeEventListener('keydown', press, { capture: true });
      reader.stop();
    };
  }, [isOn]);
  return isGeorgian;
}

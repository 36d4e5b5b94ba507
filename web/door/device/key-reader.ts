import { useEffect, useEffectEvent, useState } from 'react';

/** A scanner types faster than this; a person does not. */
const SILENCE_MS = 150;
/** Every code ends with `V1.` and 86 characters. */
const WHOLE_CODE = /(?:^|\n)V1\.[\w-]{86}$/;
/** Shorter texts were typed by a person. */
const SHORTEST = 10;
const GEORGIAN = /[\u10A0-\u10FF\u1C90-\u1CBF]/;

type Reports = { onText(text: string): void; onGeorgian(): void };

/**
 * Collects the keys of a scanner that types like a keyboard. A text ends with a whole code or after 150 ms of silence. A Georgian keyboard
 * layout changes the letters, and no rule reverts that for every scanner.
 */
export function createKeyReader({ onText, onGeorgian }: Reports) {
  let text = '';
  let lastAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = () => {
    clearTimeout(timer);
    // Scanners end a line with one or two Enters.
    const read = text.trim().replaceAll(/\n+/g, '\n');
    text = '';
    if (read.length < SHORTEST) return;
    if (GEORGIAN.test(read)) onGeorgian();
    else onText(read);
  };

  return {
    /** Returns true for a key inside a text, which must have no other effect. `at` in ms. */
    press(key: string, at: number): boolean {
      const isSoon = at - lastAt <= SILENCE_MS;
      // The end of the line after a whole code would press the button that has the focus.
      if (text === '' && key === 'Enter' && isSoon) {
        lastAt = at;
        return true;
      }
      const isBurst = text !== '' && isSoon;
      if (!isBurst && text !== '') finish();
      const sign = key === 'Enter' ? '\n' : key;
      if (sign.length !== 1 || (text === '' && sign.trim() === '')) return isBurst && key.length > 1;
      lastAt = at;
      text += sign;
      clearTimeout(timer);
      if (WHOLE_CODE.test(text)) finish();
      else timer = setTimeout(finish, SILENCE_MS);
      return isBurst;
    },
    stop: () => clearTimeout(timer),
  };
}

/** Reads hand scanners that type like a keyboard, unless a field has the focus. Returns true after Georgian letters arrived. */
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

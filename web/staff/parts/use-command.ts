import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';

export type Command = {
  isBusy: boolean;
  /** Keys of what was wrong, by field, at the last try. */
  wrong: Record<string, string>;
  /** Does one thing at a time; answers whether it went well. A failure without fields is told at the edge of the screen. */
  run(work: (key: string) => Promise<void>): Promise<boolean>;
};

/** Runs commands of a screen. The key makes a repeated try after a lost answer the same command; it is renewed when one went well. */
export function useCommand(): Command {
  const { t } = useTranslation(['common', 'errors']);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const key = useRef<string>(undefined);
  const isRunning = useRef(false);
  return {
    isBusy,
    wrong,
    async run(work) {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      key.current ??= crypto.randomUUID();
      try {
        await work(key.current);
        key.current = undefined;
        setWrong({});
        return true;
      } catch (error) {
        const fields = error instanceof ApiError ? (error.body.errors ?? {}) : {};
        setWrong(fields);
        // What was answered is over; only a lost answer may be asked for again.
        if (error instanceof ApiError && error.status > 0) key.current = undefined;
        if (Object.keys(fields).length === 0) toast.error(errorText(error, t));
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverMessage } from '#web/lib/error-text.ts';

type Work = { isRunning: boolean; problem: string | undefined; run(): void };

/** Runs one call at a time: a second press while it runs does nothing. `problem`: why the last one failed, `failed` when nobody says. */
export function useWork(work: () => Promise<void>, failed: string, onFailure?: () => void): Work {
  const { t } = useTranslation(['common', 'errors']);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = () => {
    if (isRunning) return;
    setRunning(true);
    setProblem(undefined);
    work()
      .catch((error: unknown) => {
        setProblem(serverMessage(error, failed, t));
        onFailure?.();
      })
      .finally(() => setRunning(false));
  };
  return { isRunning, problem, run };
}

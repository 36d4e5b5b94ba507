import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type Work = {
  isRunning: boolean;
  problem: string | undefined;
  /** It needs an address that is proved. */
  needsProof: boolean;
  run(): void;
};

/** Runs one call at a time: a second press while it runs does nothing. `problem`: why the last one failed, `failed` when nobody says. */
export function useWork(work: () => Promise<void>, failed: string, onFailure?: () => void): Work {
  const { t } = useTranslation(['common', 'errors']);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [needsProof, setNeedsProof] = useState(false);
  const run = () => {
    if (isRunning) return;
    setRunning(true);
    setProblem(undefined);
    setNeedsProof(false);
    work()
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.body.code === 'email_not_proved') return setNeedsProof(true);
        setProblem(serverMessage(error, failed, t));
        return onFailure?.();
      })
      .finally(() => setRunning(false));
  };
  return { isRunning, problem, needsProof, run };
}

import { useMutation } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { StateWord } from './state-word.tsx';

type Send<T> = (row: T, idempotencyKey: string) => Promise<unknown>;

type BulkDialogProps<T extends { id: number }> = {
  title: string;
  /** The consequence. */
  text?: string;
  confirm: string;
  isDanger?: boolean;
  rows: readonly T[];
  nameOf(row: T): string;
  send: Send<T>;
  /** Takes back what was done. */
  undo?: Send<T>;
  /** Returns whether it may begin; what is missing is said by the form. */
  mayBegin?(): boolean;
  /** A form that belongs to the question. */
  children?: ReactNode;
  onClose(): void;
  /** After it did anything; until then a choice and what was typed stay. */
  onDone(): void;
};

/** What became of a row: done, taken back, or why one of both failed. */
type Outcome = 'done' | 'undone' | { failure: string; isOfUndo: boolean };

/**
 * Asks once, calls the same command for each row, one after the other, and shows what became of each. It ends early when the network or a
 * confirmation is missing, or at a limit; the rows that are left can be tried again.
 */
export function BulkDialog<T extends { id: number }>({
  title,
  text,
  confirm,
  isDanger,
  rows,
  nameOf,
  send,
  undo,
  mayBegin,
  children,
  onClose,
  onDone,
}: BulkDialogProps<T>) {
  const { t } = useTranslation(['common', 'staff', 'errors']);
  const { outcomes, isRunning, run, stop } = useRun<T>();
  const isBegun = isRunning || outcomes.size > 0;
  const isDone = (outcome: Outcome | undefined) => outcome === 'done' || (typeof outcome === 'object' && outcome.isOfUndo);
  const done = rows.filter((row) => isDone(outcomes.get(row)));
  const left = rows.filter((row) => outcomes.get(row) !== 'undone' && !isDone(outcomes.get(row)));
  const begin = () => {
    if (mayBegin === undefined || mayBegin()) void run(left, send, 'done');
  };
  const close = () => {
    stop();
    if (left.length < rows.length) onDone();
    else onClose();
  };
  return (
    <Dialog title={title} className="flex flex-col gap-5 p-6" onClose={isRunning ? stop : close}>
      {!isBegun && text !== undefined && <p className="wrap-anywhere">{text}</p>}
      {!isBegun && children}
      {isBegun && (
        <ProgressBar aria-label={title} value={rows.length - left.length} maxValue={rows.length} className="flex flex-col gap-2">
          {({ percentage = 0 }) => (
            <>
              <span className="type-tabular">{t('staff:selection.progress', { done: rows.length - left.length, total: rows.length })}</span>
              <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-surface-3">
                <rect width={percentage} height={2} fill="var(--accent)" />
              </svg>
            </>
          )}
        </ProgressBar>
      )}
      <ul className="flex flex-col">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap justify-between gap-x-6 border-b border-hairline py-2">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {nameOf(row)}
            </span>
            <OutcomeText outcome={outcomes.get(row)} />
          </li>
        ))}
      </ul>
      <output className="sr-only">
        {isBegun && !isRunning && t('staff:selection.progress', { done: rows.length - left.length, total: rows.length })}
      </output>
      <div className="dialog-foot flex flex-wrap gap-4">
        {left.length > 0 && (
          <Button look={isDanger ? 'danger' : 'primary'} size="small" isPending={isRunning} pendingLabel={t('loading')} onClick={begin}>
            {isBegun ? t('staff:selection.retry', { count: left.length }) : confirm}
          </Button>
        )}
        {undo && done.length > 0 && !isRunning && (
          <Button look="secondary" size="small" onClick={() => void run(done, undo, 'undone')}>
            {t('staff:undo')}
          </Button>
        )}
        <Button look="secondary" size="small" onClick={isRunning ? stop : close}>
          {t(isRunning ? 'staff:selection.stop' : isBegun ? 'staff:selection.done' : 'staff:cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function OutcomeText({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation('staff');
  if (outcome === undefined) return null;
  if (outcome === 'done') return <StateWord look={{ Icon: CircleCheck, colour: 'text-ok' }}>{t('selection.is_done')}</StateWord>;
  if (outcome === 'undone') return <StateWord look={{ Icon: Undo2, colour: 'text-muted' }}>{t('selection.is_undone')}</StateWord>;
  return <StateWord look={{ Icon: TriangleAlert, colour: 'text-danger' }}>{outcome.failure}</StateWord>;
}

/** Without a network, without a confirmation and at a limit the next call would fail too. */
const endsRun = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.body.code === 'confirmation_required');

function useRun<T>() {
  const { t } = useTranslation(['common', 'errors']);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<T, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  // A row that is tried again after a lost answer is the same command.
  const keys = useRef(new Map<T, string>());
  const { mutateAsync } = useMutation({ mutationFn: (call: () => Promise<unknown>) => call() });
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async (rows: readonly T[], send: Send<T>, outcome: 'done' | 'undone') => {
    isStopped.current = false;
    setRunning(true);
    for (const row of rows) {
      if (isStopped.current) break;
      const key = keys.current.get(row) ?? crypto.randomUUID();
      keys.current.set(row, key);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be stopped
        await mutateAsync(() => send(row, key));
        keys.current.delete(row);
        setOutcomes((before) => new Map(before).set(row, outcome));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0) keys.current.delete(row);
        setOutcomes((before) => new Map(before).set(row, { failure: errorText(error, t), isOfUndo: outcome === 'undone' }));
        if (endsRun(error)) break;
      }
    }
    setRunning(false);
  };
  return { outcomes, isRunning, run, stop };
}

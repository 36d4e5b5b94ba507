import { useEffect, useRef } from 'react';
import { useTranslation } from './translation.tsx';
import { focusTarget } from './page.tsx';

/** `id` of the control to go to; undefined for a failure of the whole form. */
export type SummaryError = { id?: string; message: string };

type ErrorSummaryProps = {
  errors: SummaryError[];
  /** For fields that it describes. */
  id?: string;
};

/**
 * The errors of a form after a failed attempt, each with a link to its field. It takes the focus when it appears; another `key` per attempt
 * makes it take the focus again.
 */
export function ErrorSummary({ errors, id: ownId }: ErrorSummaryProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} id={ownId} tabIndex={-1} role="alert" className="flex flex-col gap-3 rounded-control border-2 border-danger p-5">
      <h2 className="text-[1.125rem] font-bold">{t('problem')}</h2>
      <ul className="flex flex-col">
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`} className="font-semibold text-danger">
            {id === undefined ? (
              message
            ) : (
              <a href={`#${id}`} onClick={focusTarget} className="inline-block py-2.5 underline underline-offset-4">
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

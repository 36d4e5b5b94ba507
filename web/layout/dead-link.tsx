import { type ReactNode, Suspense } from 'react';
import { ApiError } from '#shared/errors.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState } from '#web/ui/states.tsx';

type DeadLinkProps = {
  title: string;
  /** Why the link leads to nothing. */
  message: string;
  /** Given when the same call may succeed later. */
  onRetry?: (() => void) | undefined;
  to: string;
  label: string;
  /** The next events, which may load later. */
  children: ReactNode;
};

/** The page of a link that opens nothing: why, the way on, and the next events. */
export function DeadLink({ title, message, onRetry, to, label, children }: DeadLinkProps) {
  return (
    <PageBody className="flex min-h-dvh flex-col items-start gap-8">
      <PageTitle>{title}</PageTitle>
      <div className="w-full max-w-162">
        <ErrorState message={message} onRetry={onRetry} />
      </div>
      <LinkButton look="secondary" className="mb-6" to={to}>
        {label}
      </LinkButton>
      <Suspense>{children}</Suspense>
    </PageBody>
  );
}

/** Returns true if the call may succeed later: no answer, a failure of the server, or a rate limit. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

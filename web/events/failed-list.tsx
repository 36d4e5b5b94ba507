import { ApiError } from '#shared/errors.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import type { ListFailure } from './answers.ts';
import { ListError } from './list-error.tsx';

/** In place of a list of the home page that did not come; the others still show. */
export function FailedList({ title, failure: { status, body } }: { title: string; failure: ListFailure }) {
  return (
    <section className="flex flex-col gap-6 px-5 pt-6 pb-12 desktop:px-10">
      <FittedText as="h2" className="type-display-s">
        {title}
      </FittedText>
      <ListError failure={new ApiError(status, body)} />
    </section>
  );
}

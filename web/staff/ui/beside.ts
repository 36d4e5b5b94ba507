/**
 * For two parts: the work, and what helps with it, such as a preview. They are beside each other where the letters leave room for both.
 * `--aside` is the width of the second one.
 */
export const besideClass =
  'flex flex-wrap items-start gap-8 *:min-w-0 *:first:min-w-[45%] *:first:grow-999 *:first:basis-0 *:last:grow *:last:basis-(--aside)';

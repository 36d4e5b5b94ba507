import { useTranslation } from '#web/ui/translation.tsx';
import type { Span } from './scanner-device-facts.ts';

/** Lengths of time as texts: `4 min`, and `4 min ago`. */
export function useSpanText(): { span(span: Span): string; ago(span: Span): string } {
  const { t } = useTranslation('staff-doors');
  return {
    span: ({ unit, value }) => t(`span.${unit}`, { value }),
    ago: ({ unit, value }) => t(`ago.${unit}`, { value }),
  };
}

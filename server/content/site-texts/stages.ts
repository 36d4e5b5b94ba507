import { FLOORS } from '#shared/constants.ts';
import type { StageView } from '#shared/staff/events.contract.ts';
import type { Context } from '#server/platform/context.ts';
import { shownText, shownVenue } from './shown-site.ts';

/** Every stage that the club has or may have had, as it is called now. */
export function listStages(ctx: Pick<Context, 'env' | 'shared'>): StageView[] {
  const { stages } = shownVenue(ctx);
  return FLOORS.map((floor) => {
    const nameIn = (language: 'en' | 'ka') => shownText(ctx, `events:stages.${floor}`, language);
    return { floor, name: nameIn('ka'), nameLat: nameIn('en'), isOpen: floor <= stages };
  });
}

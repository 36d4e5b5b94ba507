import type { Floor } from '#shared/constants.ts';
import type { NamedStage } from '#shared/events/written-line-up.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';

type WithStages = Pick<StaffEventView, 'stages'>;

/** Returns the present names of stages. */
export function useStageName({ stages }: WithStages): (floor: Floor) => string {
  const { language } = useLanguage();
  const names = new Map(stages.map(({ floor, name, nameLat }) => [floor, language === 'ka' ? name : nameLat]));
  return (floor) => names.get(floor) ?? String(floor);
}

/** The stages of the club, and former ones on which acts remain. */
export const floorsOf = (acts: readonly { floor: Floor }[], { stages }: WithStages): Floor[] =>
  stages.flatMap(({ floor, isOpen }) => (isOpen || acts.some((act) => act.floor === floor) ? [floor] : []));

/** The names that a pasted list may use, in both languages. */
export const writtenStages = ({ stages }: WithStages): NamedStage[] =>
  stages.flatMap(({ floor, name, nameLat, isOpen }) => (isOpen ? [{ floor, names: [nameLat, name] }] : []));

import { AppError } from '#shared/errors.ts';
import { momentNear, momentOfAct } from '#shared/events/event-times.ts';
import { timeText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventFields } from '#shared/staff/events.schemas.ts';
import type { EventRecord } from './staff-events.queries.ts';

type DoorColumns = Pick<EventRecord, 'licensed' | 'exits' | 'exitsUntil' | 'opensAt' | 'isAutomatic' | 'refusalRefunds'>;
type DoorFields = Pick<EventFields, keyof DoorColumns>;

const DEFAULTS: DoorColumns = {
  licensed: null,
  exits: 'none',
  exitsUntil: null,
  opensAt: null,
  isAutomatic: false,
  refusalRefunds: false,
};

/** Returns an event's door settings as staff enter them. */
export const doorFieldsOf = ({ exitsUntil, opensAt, ...door }: DoorColumns): Required<Pick<StaffEventView, keyof DoorColumns>> => ({
  licensed: door.licensed,
  exits: door.exits,
  exitsUntil: exitsUntil && timeText(exitsUntil),
  opensAt: opensAt && timeText(opensAt),
  isAutomatic: door.isAutomatic,
  refusalRefunds: door.refusalRefunds,
});

/**
 * Returns the columns of entered door settings for an event that starts at `startsAt`; missing fields keep their value of before, at the
 * same time of day. @throws invalid_fields when guests may come back until a time that is missing
 */
export function doorColumnsOf(typed: DoorFields, startsAt: Date, before: DoorColumns = DEFAULTS): DoorColumns {
  const old = doorFieldsOf(before);
  const { licensed = old.licensed, exits = old.exits, exitsUntil = old.exitsUntil, opensAt = old.opensAt } = typed;
  const { isAutomatic = old.isAutomatic, refusalRefunds = old.refusalRefunds } = typed;
  if (exits === 'until' && exitsUntil === null) throw new AppError('invalid_fields', { errors: { exitsUntil: 'validation.time_format' } });
  return {
    licensed,
    exits,
    exitsUntil: exitsUntil === null ? null : momentOfAct(startsAt, exitsUntil),
    opensAt: opensAt === null ? null : momentNear(startsAt, opensAt),
    isAutomatic,
    refusalRefunds,
  };
}

import { storeSound } from '#server/content/media/sound-store.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { readForChange, saveChange } from './edit-event.service.ts';
import { updateSound } from './staff-events.queries.ts';

type NewSound = { night: number; act: number; version: number };

/**
 * Sets the sound of an act. The file is stored before the row is written. @throws event_not_found,
 * conflict, invalid_fields (`sound`; `act`)
 */
export async function acceptSound(ctx: Context, { night: id, act, version }: NewSound, content: Buffer): Promise<StaffEventView> {
  const sound = await storeSound(ctx.storage, content);
  if (sound === undefined) throw new AppError('invalid_fields', { errors: { sound: 'validation.sound_format' } });
  return setSound(ctx, { id, act, version }, sound);
}

/**
 * Removes the sound of an act; the file remains for pages that were already sent. @throws event_not_found, conflict, invalid_fields (`act`)
 */
export const removeSound = (ctx: Context, id: number, act: number, version: number): Promise<StaffEventView> =>
  setSound(ctx, { id, act, version }, null);

type Target = { id: number; act: number; version: number };

function setSound(ctx: Context, { id, act, version }: Target, sound: string | null): Promise<StaffEventView> {
  return withTransaction(ctx, async (tx) => {
    const event = await readForChange(tx, id, version);
    const name = await updateSound(tx.db, id, act, sound);
    if (name === undefined) throw new AppError('invalid_fields', { errors: { act: 'validation.invalid' } });
    return saveChange(tx, event, { action: 'night.sound', detail: { act: name, after: { sound } } });
  });
}

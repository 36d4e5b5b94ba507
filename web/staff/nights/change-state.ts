import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import type { Agreed } from './use-confirmation.ts';
import { isConflict } from './use-saving.ts';

type State = StaffNightView['state'];
type Send = (version: number) => Promise<StaffNightView>;
type Words = { reason?: string } & Partial<Pick<Agreed, 'confirmed'>>;

/** Brings a night into a state. @throws ApiError */
export const changeState = (night: StaffNightView, state: State, { reason, confirmed }: Words = {}): Promise<StaffNightView> =>
  bringInto(night, state, (version) => {
    const body = { version, state, ...(confirmed && { confirmed }), ...(reason !== undefined && { reason }) };
    return staffApi.staffNights.changeState({ id: night.id, body });
  });

/** Sends what brings a night into a state. Other words or hours that somebody saved meanwhile are no reason against it; another state is. @throws ApiError */
export async function bringInto({ id, version, state: before }: StaffNightView, state: State, send: Send): Promise<StaffNightView> {
  try {
    return await send(version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffNights.get({ id });
    // The answer was lost on the way, or somebody did the same.
    if (latest.state === state) return latest;
    if (latest.state !== before) throw error;
    return send(latest.version);
  }
}

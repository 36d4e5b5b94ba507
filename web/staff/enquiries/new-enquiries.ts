import { staffApi } from '#web/staff/staff-api.ts';

/** Enquiries nobody has looked at. */
export async function countNewEnquiries(signal: AbortSignal): Promise<number> {
  const { rental, dj } = await staffApi.staffEnquiries.counts({}, { signal });
  return rental.new + dj.new;
}

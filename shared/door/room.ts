/** From this share on the room counts as nearly full. */
const NEARLY_FULL = 0.9;

type RoomState = 'open' | 'nearly_full' | 'full';

/** How full a room is, given the number of people allowed inside at once. */
export function roomState(inside: number, licensed: number): RoomState {
  if (inside >= licensed) return 'full';
  return inside >= NEARLY_FULL * licensed ? 'nearly_full' : 'open';
}

const WRITTEN_TIME = /^(\d{1,2})(?:\s*[:.h։]?\s*(\d{2})|h)?$/iu;

/** Returns `23:00` for a time of day as people write it: 23.00, 23h, 2300, 7, 7:30. Undefined for anything else. */
export function writtenTime(text: string): string | undefined {
  const [, hour, minute = '00'] = WRITTEN_TIME.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

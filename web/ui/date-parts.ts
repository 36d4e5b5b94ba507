export type DateParts = { day: string; month: string; year: string };

/** What stands in the three boxes for `YYYY-MM-DD`; anything else leaves them as far as it can be read. */
export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/** `YYYY-MM-DD` of the three boxes; nothing when all are empty. What is missing stays missing, so that no form takes it for a date. */
export function joinDate({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  return [year, twoDigits(month), twoDigits(day)].join('-');
}

const twoDigits = (text: string): string => (text === '' ? '' : text.padStart(2, '0'));

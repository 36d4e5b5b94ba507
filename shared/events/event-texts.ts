/**
 * The texts of an event, each described once (docs/architecture.md). Text `x` has the fields `x` in Georgian and `xLat` in every other
 * language (spec §1): columns of `events`, fields of the API, inputs of the console, names in the audit log.
 */
export const EVENT_TEXTS = [
  { text: 'name', maxLength: 120, isOneLine: true, requiredKey: 'validation.event_name_required' },
  { text: 'description', maxLength: 5_000, isOneLine: false, requiredKey: undefined },
  { text: 'dressCode', maxLength: 200, isOneLine: true, requiredKey: undefined },
] as const;

type EventText = (typeof EVENT_TEXTS)[number]['text'];
export type EventTextField = EventText | `${EventText}Lat`;
type EventTexts = Record<EventTextField, string>;
type TextRules = Omit<(typeof EVENT_TEXTS)[number], 'text'>;

const fields = EVENT_TEXTS.flatMap(({ text, ...rules }): [EventTextField, TextRules][] => [
  [text, rules],
  [`${text}Lat`, rules],
]);

/** Every field: `name`, `nameLat`, … */
export const EVENT_TEXT_FIELDS: readonly EventTextField[] = fields.map(([field]) => field);

/** Returns one value per field, such as its check, its column or an empty text. */
export function mapEventTexts<Value>(value: (field: EventTextField, rules: TextRules) => Value): Record<EventTextField, Value>;
// `Object.fromEntries` does not keep the names in its type.
export function mapEventTexts<Value>(value: (field: EventTextField, rules: TextRules) => Value): Record<string, Value> {
  return Object.fromEntries(fields.map(([field, rules]) => [field, value(field, rules)]));
}

/** Returns only the texts of an event. */
export const pickEventTexts = (event: EventTexts): EventTexts => mapEventTexts((field) => event[field]);

/** Returns a text in the page's language; empty if the owner wrote none. */
export const eventText = <Text extends EventText>(event: Record<Text | `${Text}Lat`, string>, text: Text, language: string): string =>
  language === 'ka' ? event[text] : event[`${text}Lat`];

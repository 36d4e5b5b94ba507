import * as source from 'react-aria-components/i18n/en-US';

type Variables = Readonly<Record<string, string | number | boolean>>;
export type LibraryText = string | ((variables: Variables, formatter: unknown) => string);
export type LibraryTexts = Readonly<Record<string, Readonly<Record<string, LibraryText>>>>;

// Its declaration has a type in place of the texts.
export const english: LibraryTexts = Reflect.get(source, 'default');

/** What the library of the console's widgets says, mostly to screen readers, by its parts. */
export const georgian: LibraryTexts = {
  '@react-aria/calendar': {
    previous: 'წინა',
    next: 'შემდეგი',
    selectedDateDescription: ({ date }) => `არჩეული თარიღი: ${date}`,
    selectedRangeDescription: ({ dateRange }) => `არჩეული შუალედი: ${dateRange}`,
    todayDate: ({ date }) => `დღეს, ${date}`,
    todayDateSelected: ({ date }) => `დღეს, ${date}, არჩეულია`,
    dateSelected: ({ date }) => `${date}, არჩეულია`,
    startRangeSelectionPrompt: 'დააჭირეთ შუალედის დასაწყებად',
    finishRangeSelectionPrompt: 'დააჭირეთ შუალედის დასასრულებლად',
    minimumDate: 'პირველი ხელმისაწვდომი თარიღი',
    maximumDate: 'ბოლო ხელმისაწვდომი თარიღი',
    dateRange: ({ startDate, endDate }) => `${startDate} – ${endDate}`,
  },
  '@react-aria/datepicker': {
    era: 'ერა',
    year: 'წელი',
    month: 'თვე',
    day: 'დღე',
    hour: 'საათი',
    minute: 'წუთი',
    second: 'წამი',
    dayPeriod: 'დღის ნახევარი',
    calendar: 'კალენდარი',
    startDate: 'საწყისი თარიღი',
    endDate: 'საბოლოო თარიღი',
    weekday: 'კვირის დღე',
    timeZoneName: 'სასაათო სარტყელი',
    selectedDateDescription: ({ date }) => `არჩეული თარიღი: ${date}`,
    selectedRangeDescription: ({ startDate, endDate }) => `არჩეული შუალედი: ${startDate} – ${endDate}`,
    selectedTimeDescription: ({ time }) => `არჩეული დრო: ${time}`,
  },
  '@react-aria/dnd': {
    dragItem: ({ itemText }) => `გადატანა: ${itemText}`,
    dragSelectedItems: ({ count }) => `არჩეულის გადატანა (${count})`,
    dragDescriptionKeyboard: 'გადატანის დასაწყებად დააჭირეთ Enter-ს.',
    dragDescriptionKeyboardAlt: 'გადატანის დასაწყებად დააჭირეთ Alt + Enter-ს.',
    dragDescriptionTouch: 'გადატანის დასაწყებად ორჯერ შეეხეთ.',
    dragDescriptionVirtual: 'გადატანის დასაწყებად დააწკაპუნეთ.',
    dragDescriptionLongPress: 'გადატანის დასაწყებად დიდხანს დააჭირეთ.',
    dragSelectedKeyboard: ({ count }) => `არჩეულის (${count}) გადასატანად დააჭირეთ Enter-ს.`,
    dragSelectedKeyboardAlt: ({ count }) => `არჩეულის (${count}) გადასატანად დააჭირეთ Alt + Enter-ს.`,
    dragSelectedLongPress: ({ count }) => `არჩეულის (${count}) გადასატანად დიდხანს დააჭირეთ.`,
    dragStartedKeyboard: 'გადატანა დაიწყო. Tab-ით აირჩიეთ ადგილი და დააჭირეთ Enter-ს. გასაუქმებლად დააჭირეთ Escape-ს.',
    dragStartedTouch: 'გადატანა დაიწყო. აირჩიეთ ადგილი და ორჯერ შეეხეთ.',
    dragStartedVirtual: 'გადატანა დაიწყო. აირჩიეთ ადგილი და დააწკაპუნეთ ან დააჭირეთ Enter-ს.',
    endDragKeyboard: 'მიმდინარეობს გადატანა. გასაუქმებლად დააჭირეთ Enter-ს.',
    endDragTouch: 'მიმდინარეობს გადატანა. გასაუქმებლად ორჯერ შეეხეთ.',
    endDragVirtual: 'მიმდინარეობს გადატანა. გასაუქმებლად დააწკაპუნეთ.',
    dropDescriptionKeyboard: 'ჩასასმელად დააჭირეთ Enter-ს, გასაუქმებლად Escape-ს.',
    dropDescriptionTouch: 'ჩასასმელად ორჯერ შეეხეთ.',
    dropDescriptionVirtual: 'ჩასასმელად დააწკაპუნეთ.',
    dropCanceled: 'გადატანა გაუქმდა.',
    dropComplete: 'გადატანილია.',
    dropIndicator: 'ჩასმის ადგილი',
    dropOnRoot: 'აქ ჩასმა',
    dropOnItem: ({ itemText }) => `ჩასმა აქ: ${itemText}`,
    insertBefore: ({ itemText }) => `ჩასმა ამის წინ: ${itemText}`,
    insertBetween: ({ beforeItemText, afterItemText }) => `ჩასმა ამათ შორის: ${beforeItemText} და ${afterItemText}`,
    insertAfter: ({ itemText }) => `ჩასმა ამის შემდეგ: ${itemText}`,
  },
  '@react-aria/menu': {
    longPressMessage: 'მენიუს გასახსნელად დიდხანს დააჭირეთ ან გამოიყენეთ Alt + ArrowDown',
  },
  '@react-aria/overlays': {
    dismiss: 'დახურვა',
  },
  '@react-aria/searchfield': {
    'Clear search': 'ძიების გასუფთავება',
  },
  '@react-aria/spinbutton': {
    Empty: 'ცარიელი',
  },
  '@react-stately/datepicker': {
    rangeUnderflow: ({ minValue }) => `თარიღი უნდა იყოს ${minValue} ან უფრო გვიან.`,
    rangeOverflow: ({ maxValue }) => `თარიღი უნდა იყოს ${maxValue} ან უფრო ადრე.`,
    rangeReversed: 'საწყისი თარიღი საბოლოოზე ადრე უნდა იყოს.',
    unavailableDate: 'ეს თარიღი მიუწვდომელია.',
  },
  'react-aria-components': {
    selectPlaceholder: 'აირჩიეთ',
    tableResizer: 'სვეტის სიგანე',
    dropzoneLabel: 'ჩასაგდები ადგილი',
    colorSwatchPicker: 'ფერები',
  },
};

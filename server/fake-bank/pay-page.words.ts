import type { Language } from '#shared/constants.ts';
import type { Outcome } from './outcomes.ts';

type Words = {
  title: string;
  note: string;
  payee: string;
  over: string;
  back: string;
  tests: string;
  unknown: string;
  outcomes: Record<Outcome, string>;
};

/** The fake bank speaks for itself: its sentences are not the club's. */
export const words: Record<Language, Words> = {
  en: {
    title: 'Fake bank',
    note: 'For trying things out: no real money moves here.',
    payee: 'to',
    over: 'This payment is closed.',
    back: 'Back to the shop',
    tests: 'For tests',
    unknown: 'There is no such payment.',
    outcomes: {
      approve: 'Pay',
      decline: 'Decline the card',
      cancel: 'Cancel',
      late: 'Pay, but complete five minutes later',
      slow: 'Pay, but take three seconds',
      lost: 'Pay, and lose the callback',
      duplicate: 'Pay, and call back three times',
      'wrong-amount': 'Pay, but report another amount',
      'bad-signature': 'Pay, and sign the callback wrongly',
    },
  },
  ka: {
    title: 'სატესტო ბანკი',
    note: 'მხოლოდ გამოსაცდელად: ნამდვილი ფული აქ არ მოძრაობს.',
    payee: 'მიმღები:',
    over: 'ეს გადახდა დახურულია.',
    back: 'მაღაზიაში დაბრუნება',
    tests: 'ტესტებისთვის',
    unknown: 'ასეთი გადახდა არ არსებობს.',
    outcomes: {
      approve: 'გადახდა',
      decline: 'ბარათის უარყოფა',
      cancel: 'გაუქმება',
      late: 'გადახდა, დასრულება ხუთი წუთის შემდეგ',
      slow: 'გადახდა, დასრულება სამი წამის შემდეგ',
      lost: 'გადახდა, შეტყობინება იკარგება',
      duplicate: 'გადახდა, შეტყობინება მოდის სამჯერ',
      'wrong-amount': 'გადახდა, სხვა თანხის შეტყობინებით',
      'bad-signature': 'გადახდა, შეტყობინება არასწორი ხელმოწერით',
    },
  },
};

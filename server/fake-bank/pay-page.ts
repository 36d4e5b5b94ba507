import { html, type Html } from '#server/platform/mail/layout.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { toGel } from '#shared/money.ts';
import { guestOutcomes, type Outcome, testOutcomes } from './outcomes.ts';

type PayPage = { language: Language; payee: string; amountTetri: number; currency: string };

const document = (language: Language, content: Html): string => {
  const page = html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${texts[language].title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/fake-bank/pay-page.css" />
    </head>
    <body>
      <main>
        <h1>${texts[language].title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>${page.markup}`;
};

/** The page where a guest pays or declines: one plain form, no script. */
export function payPage({ language, payee, amountTetri, currency }: PayPage): string {
  const text = texts[language];
  const button = (outcome: Outcome): Html => html`<button name="outcome" value="${outcome}">${text.outcomes[outcome]}</button>`;
  return document(
    language,
    html`<p class="note">${text.note}</p>
      <p class="amount">${toGel(amountTetri).toFixed(2)} ${currency}</p>
      <p class="payee">${text.payee} ${payee}</p>
      <form method="post">
        ${guestOutcomes.map(button)}
        <details>
          <summary>${text.tests}</summary>
          <div class="tests">${testOutcomes.map(button)}</div>
        </details>
      </form>`,
  );
}

/** The page of an order that can no longer be paid. */
export const closedPage = (language: Language, backUrl: string): string =>
  document(
    language,
    html`<p class="note">${texts[language].over}</p>
      <a class="back" href="${backUrl}">${texts[language].back}</a>`,
  );

export const unknownPage = (): string => document(DEFAULT_LANGUAGE, html`<p class="note">${texts[DEFAULT_LANGUAGE].unknown}</p>`);

type PageTexts = {
  title: string;
  note: string;
  payee: string;
  over: string;
  back: string;
  tests: string;
  unknown: string;
  outcomes: Record<Outcome, string>;
};

/** The fake bank has its own texts, separate from the club's translations. */
const texts: Record<Language, PageTexts> = {
  en: {
    title: 'Test bank',
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

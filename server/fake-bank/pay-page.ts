import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { toGel } from '#shared/money.ts';
import { html, type Html } from '#server/platform/mail/html.ts';
import { guestOutcomes, testOutcomes, type Outcome } from './outcomes.ts';
import { words } from './pay-page.words.ts';

type PayPage = { language: Language; payee: string; amountTetri: number; currency: string };

const document = (language: Language, content: Html): string => {
  const page = html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${words[language].title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/fake-bank/pay-page.css" />
    </head>
    <body>
      <main>
        <h1>${words[language].title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>${page.markup}`;
};

/** The page where a guest pays or does not: one plain form, no script. */
export function payPage({ language, payee, amountTetri, currency }: PayPage): string {
  const text = words[language];
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
    html`<p class="note">${words[language].over}</p>
      <a class="back" href="${backUrl}">${words[language].back}</a>`,
  );

export const unknownPage = (): string => document(DEFAULT_LANGUAGE, html`<p class="note">${words[DEFAULT_LANGUAGE].unknown}</p>`);

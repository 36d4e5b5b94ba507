// @vitest-environment happy-dom
import { json } from 'node:stream/consumers';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { allTexts, storedText, textId, textOfKey } from '#shared/site-texts/site-texts.ts';
import { type SiteTextView, TextChanges } from '#shared/staff/site-texts.contract.ts';
import { answerCalls, showStaff, translator } from '#tests/setup/staff-screen.tsx';
import { toast } from '#web/lib/toast.ts';
import ClubSettings from './club.tsx';
import PageTexts from './pages.tsx';

const [PHONE, EMAIL, LINKS] = ['Phone', 'Email', 'Social links'];
const ABOUT = 'About the club (English)';
// Without styles the hidden label of a pending button is found, too.
const SAVE = { name: /^Save/ };
const SAVED = translator.t('staff-site-content:saved');

/** The screen, on a server that stores texts and their versions; `bodies` are what it was sent. */
async function open(path = '/staff/settings/club') {
  const texts = new Map<string, SiteTextView>();
  for (const { key, languages } of allTexts)
    for (const language of languages) {
      const text = { key, language, value: '-', standard: '-', version: 0, editor: null, changedAt: null };
      texts.set(textId(text), text);
    }
  const write = (id: string, value: string) => {
    const text = texts.get(id);
    if (text)
      texts.set(id, {
        ...text,
        value: storedText(textOfKey(text.key)?.kind, value),
        version: text.version + 1,
        editor: 'Lela',
        changedAt: '2026-11-20T18:00:00+04:00',
      });
  };
  const bodies: TextChanges['changes'][] = [];
  let held: Promise<void> | undefined;
  await answerCalls(async (request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(JSON.stringify(body));
    if (request.method === 'PUT') {
      const { changes } = TextChanges.parse(await json(request));
      bodies.push(changes);
      await held;
      if (changes.some((change) => texts.get(textId(change))?.version !== change.version)) return reply(409, { code: 'conflict' });
      for (const change of changes) write(textId(change), change.value ?? '');
    }
    return reply(200, { texts: [...texts.values()] });
  });
  const screens = [
    { path: '/staff/settings/club/:group?', element: <ClubSettings /> },
    { path: '/staff/site/pages/:group?', element: <PageTexts /> },
  ];
  const router = createMemoryRouter(screens, { initialEntries: [path] });
  const show = () => showStaff(<RouterProvider router={router} />);
  const { unmount } = show();
  await screen.findByRole('button', SAVE);
  return {
    bodies,
    write,
    turnTo: (page: string) => act(() => router.navigate(page)),
    /** Delays the next saves until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async reload() {
      unmount();
      show();
      await screen.findByRole('button', SAVE);
    },
  };
}

const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const valueOf = async (label: string) => (await box(label)).value;
const type = async (label: string, value: string) => void fireEvent.change(await box(label), { target: { value } });
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', SAVE)));
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const toastTexts = () => toast.all().map(({ text }) => text);

beforeEach(() => {
  sessionStorage.clear();
  for (const { id } of toast.all()) toast.dismiss(id);
});

test('each page keeps what is typed into it, and sends its own texts only', async () => {
  const [CLUB, PAGE] = ['/staff/settings/club', '/staff/site/pages/about'];
  const { bodies, turnTo } = await open(CLUB);
  await type(PHONE, '+995 555 11 11 11');
  await turnTo(PAGE);
  await type(ABOUT, 'We dance');
  await turnTo(CLUB);
  expect(await valueOf(PHONE)).toBe('+995 555 11 11 11');
  await turnTo(PAGE);
  expect(await valueOf(ABOUT)).toBe('We dance');
  await save();
  await waitFor(() => expect(toastTexts()).toEqual([SAVED]));
  expect(bodies).toEqual([[{ key: 'pages:about.p1', language: 'en', value: 'We dance', version: 0 }]]);
  await turnTo(CLUB);
  expect(await valueOf(PHONE)).toBe('+995 555 11 11 11');
});

test('a text that the server tidies is saved, and the browser does not ask before leaving', async () => {
  await open();
  await type(LINKS, '@klde');
  expect(asksToStay()).toBe(true);
  await save();
  await waitFor(() => expect(toastTexts()).toEqual([SAVED]));
  expect([await valueOf(LINKS), asksToStay()]).toEqual(['https://www.instagram.com/klde', false]);
});

test('what is typed while a save is under way stays, is stored and is sent with the next save', async () => {
  const { bodies, hold, reload } = await open();
  await type(PHONE, '+995 555 11 11 11');
  const release = hold();
  await save();
  await waitFor(() => expect(bodies).toHaveLength(1));
  await type(PHONE, '+995 555 22 22 22');
  await type(EMAIL, 'club@example.com');
  release();
  await waitFor(() => expect(toastTexts()).toEqual([SAVED]));
  expect([await valueOf(PHONE), await valueOf(EMAIL)]).toEqual(['+995 555 22 22 22', 'club@example.com']);
  await reload();
  await save();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies.at(-1)).toEqual([
    { key: 'club:phone', language: 'all', value: '+995 555 22 22 22', version: 1 },
    { key: 'club:email', language: 'all', value: 'club@example.com', version: 0 },
  ]);
  // Otherwise its toast would appear in the next test.
  await waitFor(() => expect(toastTexts()).toEqual([SAVED, SAVED]));
});

test('a text that somebody else wrote alike is told once, and does not stand in the way of others, after a reload too', async () => {
  const { bodies, write, reload } = await open();
  await type(PHONE, '+995 555 11 11 11');
  write('club:phone all', '+995 555 11 11 11');
  await save();
  await waitFor(() => expect(toastTexts()).toEqual([translator.t('errors:conflict')]));
  await type(EMAIL, 'club@example.com');
  await reload();
  expect([await valueOf(PHONE), await valueOf(EMAIL)]).toEqual(['+995 555 11 11 11', 'club@example.com']);
  await save();
  await waitFor(() => expect(toastTexts().at(-1)).toBe(SAVED));
  expect(bodies.at(-1)).toEqual([{ key: 'club:email', language: 'all', value: 'club@example.com', version: 0 }]);
});

test('what is typed after somebody else wrote alike is typed over the newest version', async () => {
  const { bodies, write } = await open();
  await type(PHONE, '+995 555 11 11 11');
  write('club:phone all', '+995 555 11 11 11');
  await save();
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  await type(PHONE, '+995 555 22 22 22');
  await save();
  await waitFor(() => expect(toastTexts().at(-1)).toBe(SAVED));
  expect(bodies.at(-1)).toEqual([{ key: 'club:phone', language: 'all', value: '+995 555 22 22 22', version: 1 }]);
});

test('a clash is shown at its text instead of a message', async () => {
  const { write } = await open();
  await type(PHONE, '+995 555 11 11 11');
  write('club:phone all', '+995 555 22 22 22');
  await save();
  await screen.findByRole('region', { name: 'Edited by someone else: Phone' });
  expect(toastTexts()).toEqual([]);
});

test('a colour that cannot be read is named at once, and a logo is a file whose text is saved', async () => {
  const { bodies } = await open('/staff/settings/club/look');
  await type('Club colour', '#d6082f');
  expect(screen.getByText('This colour is too dark to read on the black pages. Choose a lighter one')).toBeTruthy();
  await type('Club colour', '#ff5a1f');
  expect(screen.queryByText(/too dark to read/)).toBeNull();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h45v30H0z"/></svg>';
  const file = new File([svg], 'logo.svg', { type: 'image/svg+xml' });
  await act(async () => void fireEvent.change(screen.getByLabelText('Logo'), { target: { files: [file] } }));
  await screen.findByRole('button', { name: 'Restore default: Logo' });
  await save();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject([
    { key: 'club:colour', value: '#ff5a1f' },
    { key: 'club:logo', value: svg },
  ]);
});

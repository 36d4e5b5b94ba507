// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { TranslatorProvider, useTranslation } from './translation.tsx';
import { createTranslator, type Translator } from './translator.ts';

const home = { en: { loading: 'Loading…' }, ka: { loading: 'იტვირთება…' } };
const inSite = () => ({ en: { common: home.en }, ka: {} });

function Part({ keep }: { keep?: Set<unknown> }) {
  const { t, ready } = useTranslation(['home', 'common']);
  keep?.add(t);
  return <p>{ready ? `${t('about.title')} ${t('common:loading')}` : '…'}</p>;
}

function show(translator: Translator, keep?: Set<unknown>): string | null {
  onTestFinished(cleanup);
  render(
    <TranslatorProvider value={translator}>
      <Part {...(keep && { keep })} />
    </TranslatorProvider>,
  );
  return text();
}

const text = () => screen.getByRole('paragraph').textContent;

/** Texts that arrive when the test says so. */
function slowTexts() {
  const requests: string[] = [];
  const waiting: { give(texts: Record<string, unknown>): void; refuse(failure: Error): void }[] = [];
  const read = (language: Language, namespace: string) => {
    requests.push(`${language}/${namespace}`);
    return new Promise<Record<string, unknown>>((give, refuse) => waiting.push({ give, refuse }));
  };
  return { requests, waiting, read };
}

test('a part shows its texts in the language of the page', () => {
  const translator = createTranslator('ka', { en: {}, ka: { common: home.ka, home: { about: { title: 'ღამე' } } } });
  expect(show(translator)).toBe('ღამე იტვირთება…');
});

test('a part loads what it misses, once, and shows it when it has come', async () => {
  const { requests, waiting, read } = slowTexts();
  const translator = createTranslator('en', inSite(), read);
  expect(show(translator)).toBe('…');
  const also = translator.need(['home']);
  await act(async () => waiting[0]?.give({ about: { title: 'The night' } }));
  await also;
  expect([text(), requests]).toEqual(['The night Loading…', ['en/home']]);
});

test('what could not be loaded is tried again by the next part', async () => {
  const { requests, waiting, read } = slowTexts();
  const translator = createTranslator('en', inSite(), read);
  show(translator);
  await act(async () => waiting[0]?.refuse(new Error('no network')));
  expect([text(), requests]).toEqual(['…', ['en/home']]);
  cleanup();
  show(translator);
  await act(async () => waiting[1]?.give({ about: { title: 'The night' } }));
  expect(text()).toBe('The night Loading…');
});

test('`t` stays the same function while the language does', async () => {
  const keep = new Set<unknown>();
  const translator = createTranslator(
    'en',
    { en: { common: home.en, home: { about: { title: 'The night' } } }, ka: {} },
    async () => home.ka,
  );
  show(translator, keep);
  await act(() => translator.need(['events']));
  expect(keep.size).toBe(1);
  await act(() => translator.learn('ka'));
  await act(async () => translator.speak('ka'));
  expect(keep.size).toBe(2);
});

test('another language is learned with everything shown, and then spoken', async () => {
  const { requests, waiting, read } = slowTexts();
  const translator = createTranslator('en', { en: { common: home.en, home: { about: { title: 'The night' } } }, ka: {} }, read);
  show(translator);
  const learned = translator.learn('ka');
  expect(requests).toEqual(['ka/common', 'ka/home']);
  await act(async () => waiting[0]?.give(home.ka));
  await act(async () => waiting[1]?.give({ about: { title: 'ღამე' } }));
  await learned;
  expect(text()).toBe('The night Loading…');
  await act(async () => translator.speak('ka'));
  expect(text()).toBe('ღამე იტვირთება…');
});

test('a part outside of a translator is a mistake', () => {
  expect(() => renderToStaticMarkup(<Part />)).toThrow('translator');
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const web = new URL('../../web/', import.meta.url);
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** What calls the parts that lean-libraries leaves out, by where it comes from. */
const LEFT_OUT = {
  react: ['ViewTransition', 'Activity', 'SuspenseList', 'useActionState', 'addTransitionType'],
  'react-dom': ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule', 'useFormState', 'useFormStatus'],
  'react-router': ['useFetcher', 'useFetchers', 'useSubmit', 'useActionData', 'Form', 'PrefetchPageLinks'],
  i18next: ['cloneInstance', 'dir'],
};

test.each(Object.entries(LEFT_OUT))('no screen takes from %s what is left out of it', (library, names) => {
  const taken = new RegExp(`import [^;]*\\b(${names.join('|')})\\b[^;]* from '${library}'`);
  const called = new RegExp(`\\b(React|ReactDOM|words|i18n|router)\\.(${names.join('|')})\\b`);
  const guilty = sources.filter((name) => [taken, called].some((pattern) => pattern.test(readFileSync(new URL(name, web), 'utf8'))));
  expect(guilty).toEqual([]);
});

test('no screen makes elements of its own or refers to a fragment', () => {
  const pattern = /<[a-z]+-[a-z-]+[\s>]|<Fragment[^>]* ref=/;
  expect(sources.filter((name) => pattern.test(readFileSync(new URL(name, web), 'utf8')))).toEqual([]);
});

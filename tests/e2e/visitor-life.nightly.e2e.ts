import { test } from './test.ts';
import { sendForm } from './visitor-life.steps.ts';

test('the form of djs keeps its fields when it fails and clears them when it went well [§2.dj-form §4.forms §8.forms]', () =>
  sendForm('djs'));

import type { Language } from '#shared/constants.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';

export const sitDown = async (app: TestApp, language: Language, width: number) =>
  (await openConsole(app, { language, width, allowed: /status of 422/ })).page;

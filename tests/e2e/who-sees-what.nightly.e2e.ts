import { TRANSLATION_RETRIES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { test } from './test.ts';
import { enterByPlainProfile, refuseTexts, seeNavigation, signedIn } from './who-sees-what.steps.ts';

for (const [role, create, account] of [
  ['a visitor', undefined, [paths.login]],
  ['a guest', createUser, signedIn],
] as const)
  test(`the header leads to every section, the account and the company, and so does the menu of a phone, for ${role} [§2.navigation §2.account-links]`, () =>
    seeNavigation(create, account));

test("a profile with the specification's fields alone opens the door to an Admin: true [§2.scan-entry §4.admin-guard §6.admin]", () =>
  enterByPlainProfile(createAdmin, true));

test(`words that are refused ${TRANSLATION_RETRIES} times are asked for five times more at most: the page is shown [§9.translations]`, () =>
  refuseTexts(TRANSLATION_RETRIES));

test("a profile with the specification's fields alone opens the door to a guest: false [§2.scan-entry §4.admin-guard §6.admin]", () =>
  enterByPlainProfile(createUser, false));

test(`words that are refused ${TRANSLATION_RETRIES + 1} times are asked for five times more at most: it is not asked for again [§9.translations]`, () =>
  refuseTexts(TRANSLATION_RETRIES + 1));

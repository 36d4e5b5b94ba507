import type { OutputOf, ParsedInput } from '#shared/contract.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { allTexts, textId, type TextLanguage, checkText, storedText, placeholdersIn } from '#shared/site-texts/site-texts.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import type { SiteTextView, siteTextsContract, TextChanges } from '#shared/staff/site-texts.contract.ts';
import { hasShape } from '#server/content/media/logo-picture.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { withTransaction, type Context, requireUser } from '#server/platform/context.ts';
import { standardText } from './shown-site.ts';
import { exampleText } from './unwritten-texts.ts';
import { findCurrent, findLatest, findVersions, insertVersion, type TextVersion } from './site-texts.queries.ts';

type Change = TextChanges['changes'][number];

/** Returns every text that staff may edit, in its present version. */
export async function listTexts(ctx: Context): Promise<{ texts: SiteTextView[] }> {
  const current = await findCurrent(ctx.db);
  const written = new Map(current.map((version) => [textId(version), version]));
  const names = await editorsOf(ctx, current);
  const texts = allTexts.flatMap(({ key, languages }) => languages.map((language) => ({ key, language })));
  return { texts: texts.map((text) => toView(ctx, text, names, written.get(textId(text)))) };
}

type Names = ReadonlyMap<number, string>;

const editorsOf = ({ db, hooks }: Context, versions: readonly TextVersion[]): Promise<Names> =>
  hooks.findUserNames(
    db,
    versions.map(({ editorId }) => editorId),
  );

type Place = { key: string; language: TextLanguage };

function toView({ env }: Context, { key, language }: Place, names: Names, version?: TextVersion): SiteTextView {
  const standard = standardText(env, key, language);
  const text = { key, language, standard };
  if (!version) return { ...text, value: standard, version: 0, editor: null, changedAt: null };
  const { value, version: number, createdAt, editorId } = version;
  return { ...text, value: value ?? standard, version: number, editor: names.get(editorId) ?? '', changedAt: toWireTime(createdAt) };
}

/**
 * Saves texts, all of them or none, and returns all present texts; unchanged ones are not written. @throws not_found, conflict when another
 * editor saved first, invalid_fields by `textId`
 */
export async function saveTexts(ctx: Context, { changes }: TextChanges): Promise<{ texts: SiteTextView[] }> {
  const kept = changes.map((change) => ({
    ...change,
    value: change.value === null ? null : storedText(textOf(change)?.kind, change.value),
  }));
  const errors = Object.fromEntries(kept.flatMap((change) => problemOf(ctx, change)));
  for (const change of kept) {
    if (textOf(change)?.kind !== 'logo' || !change.value || textId(change) in errors) continue;
    if (!(await hasShape(change.value))) errors[textId(change)] = 'validation.logo_empty';
  }
  if (Object.keys(errors).length > 0) throw new AppError('invalid_fields', { errors });
  return withTransaction(ctx, async (tx) => {
    for (const change of kept) await write(tx, change);
    return listTexts(tx);
  });
}

const textOf = (change: Change) => allTexts.find(({ key, languages }) => key === change.key && languages.includes(change.language));

function problemOf({ env }: Context, change: Change): [string, string][] {
  const text = textOf(change);
  if (!text) throw new AppError('not_found');
  if (change.value === null) return [];
  const { key, language } = change;
  const filled = [standardText(env, key, language), exampleText(key, language)].flatMap(placeholdersIn);
  const problem = checkText(text, change.value, { standard: standardText(env, key, language), filled });
  return problem === undefined ? [] : [[textId(change), problem]];
}

async function write(tx: Context, { key, language, value, version }: Change): Promise<void> {
  const { userId: editorId } = requireUser(tx);
  const latest = await findLatest(tx.db, { key, language });
  if ((latest?.version ?? 0) !== version) throw new AppError('conflict');
  const standard = standardText(tx.env, key, language);
  const before = latest?.value ?? null;
  const after = value === standard ? null : value;
  if (before === after) return;
  const next = { key, language, version: version + 1, value: after, editorId, createdAt: tx.clock.now() };
  if (!(await insertVersion(tx.db, next))) throw new AppError('conflict');
  await recordAction(tx, { action: 'words.change', subject: `words ${textId({ key, language })}`, detail: { before, after } });
}

type Versions = typeof siteTextsContract.versions.shape;

/** Returns the earlier versions of a text, newest first. */
export async function listVersions(
  ctx: Context,
  { limit = PAGE_SIZE, before, ...text }: ParsedInput<Versions>,
): Promise<OutputOf<Versions>> {
  const versions = await findVersions(ctx.db, text, { before, limit: limit + 1 });
  const names = await editorsOf(ctx, versions);
  const rows = versions.map(({ id, version, value, createdAt, editorId }) => {
    return { id, version, value, editor: names.get(editorId) ?? '', changedAt: toWireTime(createdAt) };
  });
  return toPage(rows, limit);
}

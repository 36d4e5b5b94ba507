import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';

type TestFile = { file: string; text: string };

type Requirement = { id: string; text: string; builtIn: string[]; deviations: string[]; open: string };
type Proof = { file: string; name: string; ids: string[]; isBeforeMerge: boolean };
type Specification = { requirements: Requirement[]; layout: (string | Requirement)[]; faults: string[] };

const root = join(import.meta.dirname, '..');
const page = join(root, 'coverage/specification.md');

const HEAD = `# Specification coverage

Written by \`npm run coverage-page\` from \`docs/specification.md\` and from the tags in the names of tests.
`;
const TABLE = '\n| Id | Requirement | Built in | Proved by |\n| --- | --- | --- | --- |';

/** Reads the requirements: each is a line with its id, text and files; lines below it give deviations or an open point. */
function readSpecification(text: string): Specification {
  const layout: (string | Requirement)[] = [];
  const faults: string[] = [];
  const requirements: Requirement[] = [];
  for (const line of text.slice(text.indexOf('\n## ')).split('\n').filter(Boolean)) {
    const [, id, said = '', files = ''] = /^- \*\*(§[\w.-]+)\*\* (.+?)(?: \((`[\w./-]+\.\w+`(?:, `[\w./-]+\.\w+`)*)\))?$/.exec(line) ?? [];
    const [, note, reason = ''] = /^ {2}- (Deviates|Open): (.+)$/.exec(line) ?? [];
    const last = requirements.at(-1);
    if (line.startsWith('#')) layout.push(line);
    else if (note === 'Deviates') last?.deviations.push(reason);
    else if (note === 'Open' && last) last.open = reason;
    else if (id === undefined) faults.push(`No requirement: ${line}`);
    else {
      if (requirements.some((other) => other.id === id)) faults.push(`${id} is there twice`);
      const builtIn = [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      const requirement = { id, text: said, builtIn, deviations: [], open: '' };
      requirements.push(requirement);
      layout.push(requirement);
    }
  }
  return { requirements, layout, faults };
}

/** Follows the name of a test that `npm test` leaves out. */
const LEFT_OUT = /\btags: '(rare|control)'/;

/** Returns the tests whose names end with tags: "… [§2.tabs §4.cart]". A skipped test proves nothing. */
function readProofs({ file, text }: TestFile): Proof[] {
  const proofs: Proof[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title, options] }) {
      if (!/^test(InEachView)?\b(?!\.(skip|todo|fixme|fails)\b)/.test(text.slice(callee.start, callee.end))) return;
      if (title?.type !== 'TemplateLiteral' && !(title?.type === 'Literal' && typeof title.value === 'string')) return;
      const full = title.type === 'Literal' ? `${title.value}` : text.slice(title.start + 1, title.end - 1);
      const [, name = '', tags] = /^(.*) \[(§[^\]]*)\]$/s.exec(full) ?? [];
      const isBeforeMerge = !/\.(system|nightly)\./.test(file) && !(options && LEFT_OUT.test(text.slice(options.start, options.end)));
      if (tags !== undefined) proofs.push({ file, name, ids: tags.split(' '), isBeforeMerge });
    },
  });
  if (text.includes('[§')) visitor.visit(parseSync(file, text).program);
  return proofs;
}

/** Returns the coverage page, and the faults in the requirements, their files and their proofs. */
export function writeCoverage(specification: string, tests: TestFile[], hasFile: (path: string) => boolean) {
  const { requirements, layout, faults } = readSpecification(specification);
  const proofs = tests.flatMap(readProofs);
  for (const { file, text } of tests) {
    const inNames = proofs.filter((proof) => proof.file === file).length;
    if (text.split('[§').length - 1 > inNames) faults.push(`${file} has a tag that no running test has at the end of its name`);
  }
  for (const { file, name, ids } of proofs)
    for (const id of ids)
      if (!requirements.some((other) => other.id === id)) faults.push(`${id} of “${name}” in ${file} is no requirement`);
  for (const { id, builtIn, open } of requirements) {
    for (const path of builtIn) if (!hasFile(path)) faults.push(`${path} of ${id} is no file`);
    if (open) continue;
    if (builtIn.length === 0) faults.push(`${id} does not say where it is built`);
    const own = proofs.filter((proof) => proof.ids.includes(id));
    if (own.length === 0) faults.push(`${id} has no test and no reason`);
    else if (!own.some(({ isBeforeMerge }) => isBeforeMerge)) faults.push(`${id} has no test before a merge`);
  }

  const lines = layout.map((part, index) => {
    if (typeof part === 'string') return `\n${part}`;
    return `${typeof layout[index - 1] === 'string' ? `${TABLE}\n` : ''}${rowOf(part, proofs)}`;
  });
  const deviations = requirements.flatMap(({ id, deviations: all }) => all.map((deviation) => `- **${id}** ${deviation}`));
  const last = `\n## What deviates on purpose\n\nEach differs from the letter of the specification in a case that its author can hardly have meant.\n`;
  return { page: [HEAD.trimEnd(), ...lines, last, ...deviations, ''].join('\n'), faults };
}

function rowOf({ id, text, builtIn, deviations, open }: Requirement, proofs: Proof[]): string {
  const own = Map.groupBy(
    proofs.filter((proof) => proof.ids.includes(id)),
    ({ file }) => file,
  );
  const proved = [...own].map(([file, all]) => `\`${file}\` ${all.map(({ name }) => `“${escapeCell(name)}”`).join(', ')}`);
  const provedBy = [...(open ? [`Open: ${open}`] : []), ...proved].join('<br>');
  const requirement = deviations.length > 0 ? `${text} ([deviates](#what-deviates-on-purpose))` : text;
  return `| ${id} | ${requirement} | ${builtIn.map((path) => `\`${path}\``).join('<br>')} | ${provedBy} |`;
}

const escapeCell = (name: string): string => name.replaceAll(/[\\`*_<|]/g, String.raw`\$&`);

/** The coverage of this repository. */
export function ownCoverage() {
  const names = globSync('{shared,server,web,tools,lab,tests}/**/*.{test,e2e}.{ts,tsx}', { cwd: root }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const files = names.filter((file) => file !== 'tools/specification-coverage.test.ts').sort();
  const tests = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  return writeCoverage(readFileSync(join(root, 'docs/specification.md'), 'utf8'), tests, (path) => existsSync(join(root, path)));
}

if (import.meta.main) {
  const { page: text, faults } = ownCoverage();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, text);
  console.log(page);
}

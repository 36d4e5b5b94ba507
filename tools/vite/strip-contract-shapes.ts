import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

const SHAPE_POSITION = 3;

/**
 * Removes from `*.contract.ts` what only the server needs: the shape of each `endpoint(method, path, access, shape)`, the schemas in the
 * same file, and their imports. A schema that a screen uses is in a separate file. Lines keep their numbers.
 */
export function stripContractShapes(): Plugin {
  return {
    name: 'strip-contract-shapes',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.contract\.ts$/ },
      handler: (code, id) => ({ code: withoutShapes(code, id), map: null }),
    },
  };
}

export function withoutShapes(code: string, file: string): string {
  const program = parse(code, file);
  const bare = applyEdits(code, [...shapesIn(program, code), ...schemasIn(program, code)]);
  return applyEdits(bare, unusedImportsIn(parse(bare, file), bare));
}

function parse(code: string, file: string): ESTree.Program {
  const { program, errors } = parseSync(file, code, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program;
}

function shapesIn(program: ESTree.Program, code: string): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const before = given[SHAPE_POSITION - 1];
      const shape = given[SHAPE_POSITION];
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || !before || !shape) return;
      edits.push(cut({ start: before.end, end: shape.end }, code));
    },
  }).visit(program);
  return edits;
}

const schemasIn = (program: ESTree.Program, code: string): Edit[] => program.body.filter(isSchema).map((statement) => cut(statement, code));

/** `const X = z.object(…)`, exported or not, the private values it is built from, and the types made from it. */
function isSchema(statement: ESTree.Program['body'][number]): boolean {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declared = isExported ? statement.declaration : statement;
  const built = isExported ? ['CallExpression'] : ['CallExpression', 'ArrowFunctionExpression', 'ObjectExpression'];
  if (declared?.type === 'VariableDeclaration') return declared.declarations.every(({ init }) => init && built.includes(init.type));
  return declared?.type === 'TSTypeAliasDeclaration';
}

function unusedImportsIn(program: ESTree.Program, code: string): Edit[] {
  const imports = program.body.filter((statement) => statement.type === 'ImportDeclaration');
  const used = new Set<string>();
  new Visitor({
    Identifier: ({ name, start }) =>
      void (imports.some((statement) => statement.start <= start && start < statement.end) || used.add(name)),
  }).visit(program);
  return imports
    .filter(({ specifiers }) => specifiers.length > 0 && !specifiers.some(({ local }) => used.has(local.name)))
    .map((statement) => cut(statement, code));
}

/** Keeps only the line breaks of the removed text. */
const cut = ({ start, end }: { start: number; end: number }, code: string): Edit => ({
  start,
  end,
  text: code.slice(start, end).replaceAll(/[^\n]/g, ''),
});

/** Replaces the text from `start` to `end` by `text`. */
type Edit = { start: number; end: number; text: string };

/** Applies edits from the end, so that earlier positions are valid. An edit inside another one is dropped with it. */
function applyEdits(code: string, edits: Edit[]): string {
  const ordered = edits.toSorted((one, other) => other.start - one.start || one.end - other.end);
  const outer = ordered.filter(({ start, end }) => !edits.some((edit) => edit.start < start && end <= edit.end));
  return outer.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}

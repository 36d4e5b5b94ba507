import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

const SHAPE_POSITION = 3;

/**
 * Takes out of `*.contract.ts` what only the server needs: the shape of each `endpoint(method, path, access, shape)`. A schema that
 * stands beside the table is marked as free of effects, so that it goes too unless a screen uses it. Lines keep their numbers.
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

type Edit = { start: number; end: number; text: string };

export function withoutShapes(code: string, file: string): string {
  const { program, errors } = parseSync(file, code, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const edits: Edit[] = program.body.flatMap((statement) => schemaEdits(declarationsOf(statement)));
  new Visitor({
    CallExpression(call) {
      const shape = call.arguments[SHAPE_POSITION];
      const before = call.arguments[SHAPE_POSITION - 1];
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'endpoint' || !shape || !before) return;
      edits.push({ start: before.end, end: shape.end, text: lineBreaks(code.slice(before.end, shape.end)) });
    },
  }).visit(program);
  return apply(code, edits);
}

function declarationsOf(statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
}

const schemaEdits = (declarations: ESTree.VariableDeclarator[]): Edit[] =>
  declarations.flatMap(({ init }) =>
    init?.type === 'CallExpression'
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' },
          { start: init.end, end: init.end, text: ')()' },
        ]
      : [],
  );

const lineBreaks = (text: string): string => text.replaceAll(/[^\n]/g, '');

/** From the end, so that the places before it stay where they are. */
function apply(code: string, edits: Edit[]): string {
  const ordered = edits.toSorted((one, other) => other.start - one.start);
  return ordered.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}

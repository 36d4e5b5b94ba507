import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';
import { applyEdits, type Edit } from './edits.ts';

/** What speaks to developers only. */
const HINTS = new Set(['warning', 'warningOnce', 'warnOnce', 'warn']);

/**
 * Functions and methods nobody calls here, by file. Of React Router: fetchers, submitted forms, routes discovered on the way, framework
 * mode. Of i18next: writing words back, copies of itself, the direction of a script.
 */
const UNUSED: Record<string, string[]> = {
  '/react-router/dist/production/lib/router/router.js': [
    'handleFetcherAction',
    'handleFetcherLoader',
    'fetch',
    'handleAction',
    'discoverRoutes',
    'patchRoutes',
  ],
  '/react-router/dist/production/lib/dom/ssr/components.js': ['PrefetchPageLinks'],
  '/i18next/dist/esm/i18next.js': ['saveMissing', 'cloneInstance', 'dir'],
};

/**
 * Leaves out of the browser's libraries what never runs here: the first load has a budget, and this is a twentieth of it. Fails the
 * build when a library has changed so that something is no longer found.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/(react-router\/dist\/production\/lib|i18next|react-i18next)\// },
      handler(code, id) {
        const { program } = parseSync(id, code);
        const unused = Object.entries(UNUSED).find(([file]) => id.endsWith(file))?.[1] ?? [];
        const bodies = bodiesOf(program, unused);
        if (bodies.length !== unused.length) this.error('The library changed: see what lean-libraries leaves out of it.');
        return { code: applyEdits(code, [...hintsIn(program), ...traceSwitchesIn(program), ...bodies]), map: null };
      },
    },
  };
}

/** `warning(…);`, `logger.warn(…);` and `Link.displayName = …;`, which also keeps unused exports alive. */
function hintsIn(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    ExpressionStatement({ expression, start, end }) {
      if (isHint(expression)) edits.push({ start, end, text: ';' });
    },
  }).visit(program);
  return edits;
}

function isHint(expression: ESTree.Expression): boolean {
  if (expression.type === 'AssignmentExpression')
    return expression.left.type === 'MemberExpression' && nameOf(expression.left.property) === 'displayName';
  if (expression.type !== 'CallExpression') return false;
  const { callee } = expression;
  if (callee.type !== 'MemberExpression') return HINTS.has(nameOf(callee) ?? '');
  const { object } = callee;
  return (object.type === 'MemberExpression' ? nameOf(object.property) : nameOf(object)) === 'logger';
}

/** `init.instrumentations` is never given, and all that would follow from it can go. */
function traceSwitchesIn(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    MemberExpression({ object, property, start, end }) {
      if (nameOf(object) === 'init' && nameOf(property) === 'instrumentations') edits.push({ start, end, text: 'undefined' });
    },
  }).visit(program);
  return edits;
}

function bodiesOf(program: ESTree.Program, names: string[]): Edit[] {
  const edits: Edit[] = [];
  const empty = (name: string | undefined, body: ESTree.Node | null) => {
    if (name !== undefined && body && names.includes(name))
      edits.push({ start: body.start, end: body.end, text: `{ throw Error('left out') }` });
  };
  new Visitor({
    FunctionDeclaration: ({ id, body }) => empty(id?.name, body),
    MethodDefinition: ({ key, value }) => empty(nameOf(key), value.body),
  }).visit(program);
  return edits;
}

const nameOf = (node: { type: string; name?: unknown }): string | undefined => (typeof node.name === 'string' ? node.name : undefined);

import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';
import { applyEdits, type Edit } from './edits.ts';

/** What speaks to developers only. */
const HINTS = new Set(['warning', 'warningOnce', 'warnOnce', 'warn']);

/** What becomes of a function: it throws, does nothing, or answers with an expression. */
type Leaner = { never?: string[]; nothing?: string[]; answers?: Record<string, string> };

/**
 * Functions and methods nobody needs here, by file. `lean-libraries.test.ts` finds screens that would call them.
 *
 * React DOM: `<ViewTransition>`, `<Activity>`, lists of suspense, form actions, refs of fragments, elements of one's own making, files
 * announced by a component, and the browser's own lines in a component's stack. What walks the tree in search of a view transition would
 * find none. React Router: fetchers, submitted forms, framework mode. i18next: writing words back, copies of
 * itself, the direction of a script, keys as functions, words within words and formats (`locales.test.ts`: no sentence has any).
 */
const UNUSED: Record<string, Leaner> = {
  '/react-dom/cjs/react-dom-client.production.js': {
    never: [
      'startViewTransition',
      'flushAfterMutationEffects',
      'updateSuspenseListComponent',
      'updateActivityComponent',
      'mountActionState',
      'updateActionStateImpl',
      'rerenderActionState',
      'dispatchActionState',
      'runActionStateAction',
      'FragmentInstance',
      'commitNewChildToFragmentInstance',
      'deleteChildFromFragmentInstance',
      'setPropOnCustomElement',
      'preload',
      'preloadModule',
      'preinitScript',
      'preinitStyle',
      'preinitModuleScript',
      'preconnectAs',
    ],
    nothing: [
      'trackEnterViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
    ],
    answers: { describeNativeComponentFrame: "''" },
  },
  '/react-dom/cjs/react-dom.production.js': {
    never: ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'],
  },
  '/react-router/dist/production/lib/router/router.js': {
    never: ['handleFetcherAction', 'handleFetcherLoader', 'fetch', 'handleAction'],
  },
  '/react-router/dist/production/lib/dom/ssr/components.js': { never: ['PrefetchPageLinks'] },
  '/i18next/dist/esm/i18next.js': {
    never: ['saveMissing', 'cloneInstance', 'dir', 'keysFromSelector', 'Formatter.format'],
    nothing: ['Formatter.init'],
    answers: { 'Interpolator.nest': 'str' },
  },
};

/**
 * Leaves out of the browser's libraries what never runs here: the first load has a budget, and this is a tenth of it. Fails the build
 * when a library has changed so that something is no longer found.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/(react-dom\/cjs|react-router\/dist\/production\/lib|i18next|react-i18next)\// },
      handler(code, id) {
        const { program } = parseSync(id, code);
        const bodies = Object.entries(UNUSED).find(([file]) => id.endsWith(file))?.[1] ?? {};
        const emptied = emptiedIn(program, newBodies(bodies));
        if (emptied.missing.length > 0) this.error(`${id} has no ${emptied.missing.join(', ')}: see what lean-libraries leaves out.`);
        return { code: applyEdits(code, [...hintsIn(program), ...traceSwitchesIn(program), ...emptied.edits]), map: null };
      },
    },
  };
}

const newBodies = ({ never = [], nothing = [], answers = {} }: Leaner): Map<string, string> =>
  new Map([
    ...never.map((name) => [name, `{ throw Error('left out') }`] as const),
    ...nothing.map((name) => [name, '{}'] as const),
    ...Object.entries(answers).map(([name, answer]) => [name, `{ return ${answer} }`] as const),
  ]);

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

/** Functions by name; methods by theirs, after the class's own where several classes have one; `exports.name = function`. */
function emptiedIn(program: ESTree.Program, bodies: Map<string, string>): { edits: Edit[]; missing: string[] } {
  const edits: Edit[] = [];
  const found = new Set<string>();
  const empty = (name: string | undefined, body: ESTree.Node | null) => {
    const text = name === undefined ? undefined : bodies.get(name);
    if (name === undefined || text === undefined || !body) return;
    found.add(name);
    edits.push({ start: body.start, end: body.end, text });
  };
  new Visitor({
    FunctionDeclaration: ({ id, body }) => empty(id?.name, body),
    MethodDefinition: ({ key, value }) => empty(nameOf(key), value.body),
    ClassDeclaration: ({ id, body }) =>
      body.body.forEach((part) => {
        if (part.type === 'MethodDefinition') empty(`${id?.name}.${nameOf(part.key)}`, part.value.body);
      }),
    AssignmentExpression({ left, right }) {
      if (left.type === 'MemberExpression' && nameOf(left.object) === 'exports' && right.type === 'FunctionExpression')
        empty(nameOf(left.property), right.body);
    },
    ExpressionStatement({ expression, start, end }) {
      if (bodies.has(prototypeIn(expression) ?? '')) edits.push({ start, end, text: ';' });
    },
  }).visit(program);
  return { edits, missing: [...bodies.keys()].filter((name) => !found.has(name)) };
}

/** `X` of `X.prototype.method = …`: what nobody makes needs no methods. */
function prototypeIn(expression: ESTree.Expression): string | undefined {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return undefined;
  const { object } = expression.left;
  return object.type === 'MemberExpression' && nameOf(object.property) === 'prototype' ? nameOf(object.object) : undefined;
}

const nameOf = (node: { type: string; name?: unknown }): string | undefined => (typeof node.name === 'string' ? node.name : undefined);

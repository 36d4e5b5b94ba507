import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null };
/** `frame`: the parts of the frame around the screens that load after it. */
type Screens = Record<'first' | 'forms' | 'frame' | 'all', string[]>;

/** Libraries go into the file of the code that imports them; only icons are small and used everywhere. */
const LIBRARY = /\/node_modules\/(?!lucide-react\/dist\/esm\/icons\/)/;

/**
 * Returns the groups of modules that share a file. Fewer files mean fewer requests and compress a tenth better than fifty. React has its
 * own file: a file runs in one task, during which a phone does not react.
 */
export function chunkGroups(screens: Screens): Rolldown.CodeSplittingGroup[] {
  const nameOf = sharedModules(screens);
  return [
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/lib\/renderer\.ts$/, priority: 2 },
    { name: 'site', tags: ['$initial'], priority: 1 },
    // A file also gets what its modules import, so the file of the frame comes first and that of home last.
    { name: (id, modules) => (nameOf(id, modules) === OF_FRAME ? OF_FRAME : null) },
    { name: (id, modules) => (nameOf(id, modules) === OF_HOME ? null : nameOf(id, modules)) },
    { name: nameOf },
    { name: 'fields', test: /\/web\/(ui\/fields\.tsx|lib\/unsaved\.ts)$/ },
    { name: 'form-parts', test: /\/web\/(ui\/error-summary\.tsx|lib\/form-rules\.ts)$/ },
    { name: 'account-fields', test: /\/web\/accounts\/(auth-fields|form-context|use-auth-submit)\.tsx?$/ },
    { name: 'schemas', test: /\/node_modules\/zod\/|\/web\/lib\/zod\.ts$/ },
  ];
}

const OF_HOME = 'screens-of-home';
const OF_FRAME = 'frame-parts';

/**
 * Names the file for modules that one of the `first` screens shares with another screen. Modules of forms have a separate file, so that a
 * login loads no posters and galleries; so have modules of the frame, and modules of home, the first of them, that an event page does not
 * import.
 */
function sharedModules({ first, forms, frame, all }: Screens): (id: string, modules: Modules) => string | null {
  let importedBy: Record<keyof Screens, Set<string>[]> | undefined;
  return (id, modules) => {
    const importsOf = (sources: string[]) => sources.map((source) => withImports(normalizePath(source), modules));
    importedBy ??= { first: importsOf(first), forms: importsOf(forms), frame: importsOf(frame), all: importsOf(all) };
    const hasModule = (imports: Set<string>) => imports.has(id);
    const isShared = importedBy.first.some(hasModule) && importedBy.all.filter(hasModule).length > 1;
    if (!isShared) return null;
    if (importedBy.forms.some(hasModule)) return 'parts';
    if (importedBy.frame.some(hasModule)) return OF_FRAME;
    return importedBy.first.slice(1).some(hasModule) ? 'screens' : OF_HOME;
  };
}

function withImports(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id) || LIBRARY.test(id)) return found;
  found.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) withImports(imported, modules, found);
  return found;
}

const COMPRESSIBLE = /\.(js|css|svg|json|wasm)$/;
const FROM_BYTES = 200;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` with the best compression beside every built file that becomes smaller, so that the server only chooses one. */
export function precompress(folder = 'assets'): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir }) {
      if (dir) await compressFiles(join(dir, folder));
    },
  };
}

async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name)).map((name) => join(folder, name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < FROM_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    toBrotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}

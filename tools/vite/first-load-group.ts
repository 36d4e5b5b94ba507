import { normalizePath, type Rolldown } from 'vite';

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds'> | null };
type Group = { debugName: string; priority: number; name(id: string, modules: Modules): string | null };

/** The libraries every page runs on. What their indexes name besides (icons, `<Trans>`) goes with the screens that use it. */
const FRAME =
  /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next\/dist\/es\/(?!index|\w*Trans)|lucide-react\/dist\/esm\/(?!icons|lucide))\b(?!-)/;
/** What draws, half of all: a file of its own, because a file runs in one go and a phone cannot answer meanwhile. */
const RENDERER = /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/lib\/renderer\.ts$/;
const LIBRARY = /\/node_modules\//;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;

/**
 * Puts all that `entry` needs, whatever the page shows, into two files: text compresses a twentieth better in few pieces than in
 * twenty. Screens stay in files of their own.
 */
export function firstLoadGroup(entry: string): Group {
  let own: Set<string> | undefined;
  return {
    debugName: 'first load',
    priority: 1,
    name(id, modules) {
      own ??= withImports(normalizePath(entry), modules);
      if (RENDERER.test(id)) return 'react';
      return own.has(id) || FRAME.test(id) ? 'site' : null;
    },
  };
}

/**
 * Puts what one of `first` needs, and any other of `all` too, into one file: every small file is a request of its own. What forms need
 * of it is a file apart, so that nobody loads posters and galleries in order to sign in.
 */
export function sharedGroup({ first, forms, all }: Record<'first' | 'forms' | 'all', string[]>): Group {
  let needs: Record<'first' | 'forms' | 'all', Set<string>[]> | undefined;
  return {
    debugName: 'shared by screens',
    priority: 0,
    name(id, modules) {
      const needsOf = (sources: string[]) => sources.map((source) => withImports(normalizePath(source), modules));
      needs ??= { first: needsOf(first), forms: needsOf(forms), all: needsOf(all) };
      const isNeededBy = (needed: Set<string>) => needed.has(id);
      const isShared = needs.first.some(isNeededBy) && needs.all.filter(isNeededBy).length > 1;
      if (!isShared) return null;
      return needs.forms.some(isNeededBy) ? 'parts' : 'screens';
    },
  };
}

function withImports(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id) || (LIBRARY.test(id) && !ICON.test(id))) return found;
  found.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) withImports(imported, modules, found);
  return found;
}

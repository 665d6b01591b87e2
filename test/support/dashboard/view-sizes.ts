import { gzipSync } from "node:zlib";

/** A JavaScript file of the built dashboard, as Vite describes it. */
export interface BuiltFile {
  fileName: string;
  code: string;
  /** Whether `index.html` loads it. */
  isEntry: boolean;
  /** The source module that it was made for; null for a file of modules that several files share. */
  facadeModuleId: string | null;
  /** The files that it needs before it runs, and those that it loads later. */
  imports: readonly string[];
  dynamicImports: readonly string[];
}

/** The sizes of what a browser loads for each view, in bytes of gzipped JavaScript. */
interface ViewSizes {
  /** The shell together with the view *Today*. */
  first: number;
  /** Each other view by its source module: what it needs beyond the first view. */
  further: Record<string, number>;
}

/**
 * Measures what each view loads. A view is a module that the entry loads later. What a view loads later itself, such as a
 * dialog, counts as its own.
 */
export function viewSizes(files: readonly BuiltFile[], isToday: (module: string) => boolean): ViewSizes {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const needs = (name: string, loaded: ReadonlySet<string>, withLater: boolean): Set<string> => {
    const found = new Set<string>();
    const add = (next: string) => {
      const file = byName.get(next);
      if (file === undefined || loaded.has(next) || found.has(next)) return;
      found.add(next);
      for (const needed of file.imports) add(needed);
      if (withLater) for (const later of file.dynamicImports) add(later);
    };
    add(name);
    return found;
  };
  const sizeOf = (names: ReadonlySet<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? "").length, 0);

  const entry = files.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("The build has no entry.");
  const shell = needs(entry.fileName, new Set(), false);
  const laterOfShell = [...shell].flatMap((name) => byName.get(name)?.dynamicImports ?? []);
  const views = files.filter(({ fileName }) => laterOfShell.includes(fileName));
  const today = views.find(({ facadeModuleId }) => isToday(facadeModuleId ?? ""));
  const first = new Set([...shell, ...(today === undefined ? [] : needs(today.fileName, shell, true))]);
  return {
    first: sizeOf(first),
    further: Object.fromEntries(
      views
        .filter((view) => view !== today)
        .map(({ fileName, facadeModuleId }) => [
          facadeModuleId ?? fileName,
          sizeOf(needs(fileName, first, true)),
        ]),
    ),
  };
}

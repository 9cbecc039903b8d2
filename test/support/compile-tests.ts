import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Returns the compiled file of a test. `name` is its path below the root. */
export const compiledName = (folder: string, name: string): string => join(folder, name).replace(/\.tsx?$/, '.js')

/** Keeps `import.meta.dirname` the source folder, so that modules find files beside them. */
const sourcePaths: Plugin = {
  name: 'source-paths',
  setup(builder) {
    builder.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: `const __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)}; ${readFileSync(path, 'utf8')}`,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

/**
 * Compiles tests once for the whole run and returns the folder. `names` are paths below the root. Modules that tests
 * share are compiled to few large files: a test of the server takes 1.2 s of CPU to load, 1.7 s from a file per module.
 * Edits during the run have no effect.
 */
export const compileTests = async (root: string, names: string[]): Promise<string> => {
  mkdirSync(join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tap/run-'))
  await build({
    entryPoints: names.map(name => join(root, name)),
    outbase: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
    sourcemap: 'linked',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    logLevel: 'warning',
    plugins: [sourcePaths],
  })
  return folder
}

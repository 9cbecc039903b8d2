import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

const FOLDERS = ['src', 'views', 'test']
const SOURCE = /\.tsx?$/

/** Returns the compiled file of a source. `name` is its path below the root. */
export const compiledName = (folder: string, name: string): string => join(folder, name).replace(SOURCE, '.js')

const sourcesIn = (root: string): string[] =>
  FOLDERS.flatMap(folder =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter(name => SOURCE.test(name) && !name.endsWith('.d.ts'))
      .map(name => join(root, folder, name)),
  )

/**
 * Compiles every module once for the whole run, one file each, and returns the folder. A test file starts three times
 * faster than when compiled on the fly, and edits during the run have no effect. `import.meta.dirname` still names the
 * source folder, so that modules find files beside them.
 */
export const compileAll = async (root: string): Promise<string> => {
  mkdirSync(join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tap/run-'))
  const outOf = (source: string) => compiledName(folder, relative(root, source))
  const inTree: Plugin = {
    name: 'in-tree',
    setup(builder) {
      builder.onResolve({ filter: /^[.#]/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return null
        const source = path.startsWith('#') ? join(root, path.slice(1)) : resolve(dirname(importer), path)
        const target = SOURCE.test(source) ? outOf(source) : source
        const from = relative(dirname(outOf(importer)), target)
        return { path: from.startsWith('.') ? from : `./${from}`, external: true }
      })
      builder.onLoad({ filter: SOURCE }, ({ path }) => ({
        contents: `const __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)}; ${readFileSync(path, 'utf8')}`,
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }))
    },
  }
  await build({
    entryPoints: sourcesIn(root),
    outbase: root,
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    jsx: 'automatic',
    sourcemap: 'linked',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    logLevel: 'warning',
    plugins: [inTree],
  })
  return folder
}

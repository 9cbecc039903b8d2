import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { serverBundle } from '#src/build/bundle.ts'

/** Returns the compiled file of a test. `name` is its path below the root. */
export const compiledName = (folder: string, name: string): string => join(folder, name).replace(/\.tsx?$/, '.js')

/** Keeps `import.meta.dirname` the source folder, so that modules find files beside them. */
const sourcePaths: Plugin = {
  name: 'source-paths',
  setup(builder) {
    builder.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: `const sourceFolder = ${JSON.stringify(dirname(path))}, sourceFile = ${JSON.stringify(path)}; ${readFileSync(path, 'utf8')}`,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}

/**
 * Compiles tests once for the whole run and returns the folder. `names` are paths below the root. Modules that tests
 * share, and the packages of the product, are compiled to few large files: a test of the server takes 0.6 s of CPU to
 * load, 0.8 s with packages in their own files and 1.3 s with every module in its own. Edits during the run have no effect.
 */
export const compileTests = async (root: string, names: string[]): Promise<string> => {
  mkdirSync(join(root, '.tap'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tap/run-'))
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const product = serverBundle(root)
  await build({
    ...product,
    entryPoints: names.map(name => join(root, name)),
    outbase: root,
    outdir: folder,
    outExtension: {},
    // swagger-ui looks for files beside its code.
    external: [...(product.external ?? []), ...Object.keys(devDependencies), '@fastify/swagger-ui'],
    minifySyntax: false,
    sourcesContent: false,
    define: { ...product.define, 'import.meta.dirname': 'sourceFolder', 'import.meta.url': 'sourceFile' },
    plugins: [sourcePaths],
  })
  return folder
}

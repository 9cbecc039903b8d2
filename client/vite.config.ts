import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** The layers order the source; browsers before Safari 15.4 would throw away all that stands in one. */
const withoutLayers = {
  postcssPlugin: 'without-layers',
  AtRule: {
    layer(rule: { nodes?: unknown[]; replaceWith(nodes: unknown): void; remove(): void }) {
      if (rule.nodes) rule.replaceWith(rule.nodes)
      else rule.remove()
    },
  },
}

const PARTS =
  /views\/(pay-paths|island|sign-up\/steps|pay\/needs|ui\/(button|field|hydrated|mark|notice|offline|passing|sending|steps|toast))\.tsx?$|node_modules\/(react|react-dom|scheduler)\//
/** What checks forms by a schema: pages without one do without. */
const FORMS = /src\/domain\/form\.ts$|node_modules\/zod\//

export default defineConfig({
  root,
  publicDir: 'client/public',
  css: { postcss: { plugins: [withoutLayers] } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: ['es2020', 'safari14'],
    rolldownOptions: {
      input: ['client/boot.ts', 'client/styles/main.css'],
      checks: { pluginTimings: false },
      // What nearly every island needs is one file: a dozen small ones weigh more, and are a dozen requests.
      // Each page carries the names of all islands, and a hash does not compress: six characters tell versions apart.
      output: {
        chunkFileNames: 'assets/[name]-[hash:6].js',
        codeSplitting: {
          groups: [
            { name: 'parts', test: PARTS },
            { name: 'forms', test: FORMS },
          ],
        },
      },
    },
  },
})

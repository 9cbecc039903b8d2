import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Removes @layer at build time, because Safari before 15.4 ignores every rule inside one. */
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
  /views\/(pay-paths|island|sign-up\/steps|pay\/needs|ui\/(button|field|focus-when-shown|hydrated|mark|notice|post-json|offline|auto-hide|sending|steps|texts|toast))\.tsx?$|node_modules\/(react|react-dom|scheduler)\//
/** Schema validation, in a chunk of its own: pages without forms do not load it. */
const FORMS = /src\/core\/rules\/form\.ts$|node_modules\/zod\//

/** The texts of pages, each a file that the server names, so an entry. */
const CATALOGUES = 'src/core/rules/languages'
const textFiles = readdirSync(resolve(root, CATALOGUES), { recursive: true, encoding: 'utf8' })
  .filter(name => /^\w+\/pages\/.*\.ts$/.test(name))
  .map(name => `${CATALOGUES}/${name}`)

export default defineConfig({
  root,
  publicDir: 'client/public',
  css: { postcss: { plugins: [withoutLayers] } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    // The licences of the bundled packages ask for their text beside the code.
    license: { fileName: 'assets/licences.md' },
    assetsInlineLimit: 0,
    modulePreload: false,
    target: ['es2020', 'safari14'],
    rolldownOptions: {
      input: ['client/boot.ts', 'client/frame-height.ts', 'client/styles/main.css', ...textFiles],
      checks: { pluginTimings: false },
      // One chunk for the code most islands share: fewer requests and fewer bytes. Hashes of eight characters keep the
      // pages small, because each page lists all island files.
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
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

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

/** Vite wraps each import() to load styles and chunks ahead; ours have no styles, and the server names their chunks. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
}

export default defineConfig({
  root,
  plugins: [plainImports],
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
      // Rules do nothing by being loaded: a page carries only those that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
    },
  },
})

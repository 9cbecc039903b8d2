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

/** Of most islands, and small. */
const PARTS = /jsx-runtime|views\/(pay-paths|ui\/(button|field|hydrated|mark|notice|steps))\.tsx?$/

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
      // A file of its own for each small part costs more than the part: what most islands draw with is one file.
      output: { codeSplitting: { groups: [{ name: 'parts', test: PARTS }] } },
    },
  },
})

import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'

/** Packages that are not bundled: some load WebAssembly from their own folder, and large ones are rarely used. */
const external = [
  '@electric-sql/pglite',
  '@electric-sql/pglite/*',
  'pg-native',
  'pg-boss',
  'altcha-lib',
  'altcha-lib/*',
  'nodemailer',
  'stripe',
  'undici',
  'marked',
  'yaml',
  'sanitize-html',
  'csv-parse',
  'csv-parse/sync',
]

/**
 * The server as `dist/server/main.mjs`. A dynamic import becomes a chunk of its own, so the practice servers in src/practice
 * are loaded only in demo mode. NODE_ENV is inlined: React's development build draws ten times slower.
 */
export const serverBundle = (root: string): BuildOptions => ({
  entryPoints: [{ in: join(root, 'src/main.ts'), out: 'main' }],
  outdir: join(root, 'dist/server'),
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  jsx: 'automatic',
  minifySyntax: true,
  sourcemap: true,
  logLevel: 'warning',
  external,
  define: { 'process.env.NODE_ENV': '"production"' },
  // CommonJS packages among them use require, __dirname and __filename.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;",
  },
})

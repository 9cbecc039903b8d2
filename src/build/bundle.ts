import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'

/** PGlite loads WebAssembly from its own folder. pg asks for pg-native, which is not installed. */
const external = ['@electric-sql/pglite', '@electric-sql/pglite/*', 'pg-native']

/**
 * The server as `dist/server/main.mjs`, and demo mode as `dist/server/practice.mjs`. A dynamic import becomes a chunk of
 * its own, loaded on first use. NODE_ENV is inlined: React's development build renders ten times slower.
 */
export const serverBundle = (root: string): BuildOptions => ({
  entryPoints: [
    { in: join(root, 'src/main.ts'), out: 'main' },
    { in: join(root, 'src/practice/index.ts'), out: 'practice' },
    // Read at run time, beside the bundle.
    { in: join(root, 'src/practice/term.sql'), out: 'term' },
  ],
  outdir: join(root, 'dist/server'),
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  loader: { '.sql': 'copy' },
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

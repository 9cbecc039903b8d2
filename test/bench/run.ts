import { argv } from 'node:process'

/**
 * `npm run bench` compares with small servers, `npm run bench -- scale` fills a large database,
 * `npm run bench -- migrate COMMIT` migrates under load, and `npm run bench -- chaos` kills processes and services
 * under load (test/bench/README.md).
 */
const [, , which] = argv
const others: Record<string, string> = {
  scale: './scale/run.ts',
  migrate: './migrate/run.ts',
  chaos: './chaos/run.ts',
}
await import(others[which ?? ''] ?? './compare.ts')

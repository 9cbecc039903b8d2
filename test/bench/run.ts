import { argv } from 'node:process'

/** `npm run bench` compares with small servers, `-- scale` fills a large database, `-- chaos` breaks things (test/bench/README.md). */
const [, , which] = argv
const programs: Record<string, string> = { scale: './scale/run.ts', chaos: './chaos/run.ts' }
await import(programs[which ?? ''] ?? './compare.ts')

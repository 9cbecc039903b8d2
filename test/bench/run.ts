import { argv } from 'node:process'

/** `npm run bench` compares with small servers; `npm run bench -- scale` fills a large database (test/bench/README.md). */
const [, , which] = argv
await import(which === 'scale' ? './scale/run.ts' : './compare.ts')

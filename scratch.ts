import { fillScale } from './test/bench/scale/fill-scale.ts'
await fillScale('postgres://postgres@127.0.0.1:5791/postgres', './migrations', Number(process.argv[2]))

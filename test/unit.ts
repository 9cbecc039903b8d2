import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Runs the tests of the rules in this one process: they are pure, so they share nothing but the modules. */
const RULES = 'test/domain'
const asked = process.argv.slice(2)
const files = asked.length > 0 ? asked : readdirSync(RULES).map(name => `${RULES}/${name}`)
for (const file of files.filter(name => /\.test\.tsx?$/.test(name)).sort()) await import(resolve(file))

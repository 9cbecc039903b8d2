import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Runs the tests of the rules in this one process: they are pure, so they share nothing but the modules. */
const asked = process.argv.slice(2)
const rules = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(name => /(^|\/)rules\/[^/]+\.test\.ts$/.test(name) && !name.includes('node_modules/'))
    .map(name => join('test', name))
for (const file of (asked.length > 0 ? asked : rules()).sort()) await import(resolve(file))

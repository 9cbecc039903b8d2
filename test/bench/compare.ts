import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build as esbuild } from 'esbuild'
import { startPostgres } from '../support/postgres.ts'
import { formBody, signPairs } from '../support/sign.ts'
import { makeTemplate, withName } from '../support/template.ts'
import { CORES, startChild, stayOn } from './child.ts'
import type { Size } from './load.ts'
import { fillWithDemo, PRODUCTION, startProduct } from './product.ts'
import { type Bench, holds, rows } from './rows.ts'

/** `npm run bench [--quick] [--json FILE]`: compares the product with small servers and prints the table of figures. */
const root = resolve(import.meta.dirname, '../..')
const isQuick = process.argv.includes('--quick')
const size: Size = isQuick ? { rounds: 2, amount: 200 } : { rounds: 9, amount: 2000 }
const scratch = mkdtempSync(join(tmpdir(), 'signbook-bench-'))

stayOn(CORES.others)
const postgres = await startPostgres()
const databaseUrl = withName(postgres.url, await makeTemplate(postgres.url, join(root, 'migrations')))
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: scratch, LOG_LEVEL: 'warn' }
const embedded = { DATA_DIR: join(scratch, 'embedded'), LOG_LEVEL: 'warn' }
/** Bundled like the product; tsx would slow the references down by wrapping functions. */
const buildReference = async (): Promise<string> => {
  const outfile = join(root, 'dist/bench/reference.mjs')
  const entryPoints = [join(import.meta.dirname, 'reference-main.ts')]
  await esbuild({
    entryPoints,
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
  })
  return outfile
}

/** The payment page of a student in the demo course with two products. */
const openPage = async (base: string): Promise<{ page: string; html: string }> => {
  const url = `${base}/lti/launch`
  const fields = {
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    oauth_consumer_key: 'twa_demo',
    resource_link_id: 'bench',
    context_id: 'demo-asl12',
    user_id: 'bench',
    roles: 'Learner',
  }
  const how = { secret: 'demo-secret', timestamp: Math.floor(Date.now() / 1000) }
  const body = new URLSearchParams(formBody(signPairs(url, Object.entries(fields), how)))
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const page = answer.headers.get('location') ?? ''
  if (!page.includes('token=e_')) throw new Error(`the launch led to ${answer.status} ${page}`)
  return { page, html: await (await fetch(base + page)).text() }
}

const table: { what: string; against: string; figure: number; bar: string; holds: boolean }[] = []
try {
  await fillWithDemo(settings)
  await fillWithDemo(embedded)
  const product = await startProduct(settings)
  const { page, html } = await openPage(product.base)
  const file = join(scratch, 'page.html')
  writeFileSync(file, html)
  const reference = await startChild(
    [await buildReference()],
    { ...PRODUCTION, ...settings, PAGE: file, ADDRESS: page, CLIENT: join(root, 'dist/client') },
    '/ready',
  )
  const bench: Bench = {
    product,
    reference,
    page,
    startProduct: () => startProduct(settings),
    startEmbedded: () => startProduct(embedded),
    databaseUrl,
    template: join(root, 'dist/database'),
    size,
  }
  console.log('| measured | against | figure | bar | |\n|---|---|---|---|---|')
  for (const { what, against, bar, measure } of rows) {
    const slow = /start/.test(what) && isQuick ? { ...bench, size: { ...size, rounds: 1 } } : bench
    const figure = await measure(slow)
    const written = bar === null ? '' : 'most' in bar ? `≤ ${bar.most}` : `≥ ${bar.least}`
    const verdict = bar === null ? 'reported' : holds(bar, figure) ? 'holds' : 'MISSED'
    table.push({ what, against, figure, bar: written, holds: holds(bar, figure) })
    console.log(`| ${what} | ${against} | ${figure.toFixed(2)} | ${written} | ${verdict} |`)
  }
  console.log(`\nmemory of the product after it: ${Math.round((await product.memory()) / 1e6)} MB`)
  await reference.stop()
  await product.stop()
} finally {
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}
const json = process.argv.indexOf('--json')
if (json > 0) writeFileSync(process.argv[json + 1]!, JSON.stringify(table, null, 2))
process.exit(table.every(row => row.holds) && table.length === rows.length ? 0 : 1)

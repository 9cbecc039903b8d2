import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../support/postgres.ts'
import { makeTemplate, query, withName } from '../../support/template.ts'
import { type Child, CORES, killChildren, stayOn } from '../child.ts'
import { pageOf } from '../page-of.ts'
import { fillWithDemo, startProduct } from '../product.ts'
import type { Scene } from './compared.ts'
import { installPeers, versionOf } from './install.ts'
import { registerLms, startLms } from './lms.ts'
import { measureRows, scriptLines } from './rows.ts'
import { type Peer, packagesOfPeers, peerNames, startLtijs, startPeer } from './servers.ts'

/** `npm run bench -- peers [--quick]`: compares the product with frameworks and ltijs; prints a table for docs/performance.md. */
const MOST_MINUTES = 12
const root = resolve(import.meta.dirname, '../../..')
const isQuick = process.argv.includes('--quick')

/** Fails when the run takes too long or is interrupted, so that what was started is stopped. Installing is not counted. */
const interrupted = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${MOST_MINUTES} minutes were not enough`)), MOST_MINUTES * 60_000).unref()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
  })

const prepare = async (postgresUrl: string, dataDir: string): Promise<Scene> => {
  const databaseUrl = withName(postgresUrl, await makeTemplate(postgresUrl, join(root, 'migrations')))
  await query(postgresUrl, 'create database ltijs')
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  await fillWithDemo(settings)
  const lms = await startLms()
  const client = new pg.Client({ connectionString: databaseUrl })
  // PostgreSQL may stop before this connection does.
  client.on('error', () => {})
  await client.connect()
  await registerLms(client, lms.base)
  const product = await startProduct(settings)
  const page = await pageOf(product.base)
  const started: [Peer, Child][] = []
  for (const name of peerNames) started.push([name, await startPeer(name, databaseUrl, page)])
  return {
    client,
    product,
    page,
    peers: Object.fromEntries(started) as Record<Peer, Child>,
    launching: await startProduct({ ...settings, DEMO: 'on', CAPTCHA_PROVIDER: 'off' }),
    ltijs: await startLtijs(withName(postgresUrl, 'ltijs'), lms.base),
    lms: lms.base,
    isQuick,
  }
}

const measure = async (scene: Scene): Promise<void> => {
  const { rows } = await scene.client.query('show server_version')
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const versions = packagesOfPeers.map(name => `${name} ${versionOf(name)}`).join(', ')
  const measured = await measureRows(scene)
  const today = new Date().toISOString().slice(0, 10)
  console.log(
    `${today}, commit ${commit}, Node ${process.versions.node}, PostgreSQL ${rows[0].server_version.split(' ')[0]}`,
  )
  console.log(`${cpus().length} × ${cpus()[0]?.model}; ${versions}${isQuick ? '; quick run' : ''}\n`)
  console.log('| measured | median | quartiles | goal | absolute, in the same order |\n|---|---|---|---|---|')
  for (const { what, ratio, goal, context } of measured) {
    const [lower, middle, upper] = ratio.map(n => n.toFixed(2))
    console.log(`| ${what} | ${middle} | ${lower} to ${upper} | ${goal} | ${context} |`)
  }
  console.log(`\n| page | JavaScript, gzip | HTML |\n|---|---|---|\n${(await scriptLines(scene)).join('\n')}`)
}

installPeers()
const dataDir = mkdtempSync(join(tmpdir(), 'signbook-peers-'))
stayOn(CORES.others)
const postgres = await startPostgres()
let hasFailed = false
try {
  await Promise.race([interrupted(), prepare(postgres.url, dataDir).then(measure)])
} catch (error) {
  hasFailed = true
  console.error(error)
} finally {
  killChildren()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(hasFailed ? 1 : 0)

import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root, SECRET } from '../support/app.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { freePort } from '../support/port.ts'
import { DEBIAN, startPostgres } from '../support/postgres.ts'
import { isLong } from '../support/size.ts'
import { query, withName } from '../support/template.ts'
import { until } from '../support/until.ts'
import { findEngine, type Run } from './engine.ts'

const MEGABYTES = 150

/** Creates the context of the build: the files that git tracks, which .dockerignore then filters. */
const buildContext = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'signbook-context-'))
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    cpSync(join(root, file), join(home, file))
  }
  return home
}

const settings = {
  APP_SECRET: SECRET,
  PUBLIC_URL: 'https://signbook.example',
  MAIL_FROM: 'no-reply@signbook.example',
  METRICS_TOKEN: 'a token for the scraper',
}

const outputOf = (child: ChildProcess) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', part => {
      text += part
    })
  }
  return () => text
}

if (isLong)
  t.test('the image builds and runs', async t => {
    const engine = await findEngine('signbook-test')
    engine.build(buildContext())
    t.teardown(engine.remove)
    const { Healthcheck } = engine.config()

    /** Runs a command in a container and returns its exit code and output. */
    const runOnce = async (run: Run) => {
      const child = engine.start(run)
      const said = outputOf(child)
      const [code] = await once(child, 'close')
      return { code, said: said() }
    }
    /** Starts the image, waits until it is ready, runs the checks, and stops it. */
    const serve = async (run: Run, check: (base: string) => Promise<unknown>) => {
      const env = { HOST: '127.0.0.1', PORT: String(await freePort()), ...run.env }
      const probe = () => runOnce({ env, command: Healthcheck.Test.slice(1) })
      t.not((await probe()).code, 0, 'not healthy before the start')
      const server = engine.start({ ...run, env })
      t.teardown(() => server.kill('SIGKILL'))
      const said = outputOf(server)
      const ended = once(server, 'exit')
      const base = `http://127.0.0.1:${env.PORT}`
      const isReady = () =>
        fetch(`${base}/readyz`).then(
          r => r.ok,
          () => false,
        )
      const began = Date.now()
      await until('the server is ready', () => isReady().then(ready => ready || server.exitCode !== null))
      t.comment(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`)
      t.ok(await isReady(), said())
      t.equal((await probe()).code, 0, 'healthy')
      await check(base)
      server.kill('SIGTERM')
      t.strictSame(await ended, [0, null], 'exits with 0 on SIGTERM')
      t.notMatch(said(), /"level":"error"|TypeError/)
    }
    const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status

    await t.test('it holds the bundle only, and no user is root', async t => {
      const { said } = await runOnce({ command: ['sh', '-c', 'id -u; du -sm /app | cut -f1; ls dist node_modules/@*'] })
      const [user, megabytes] = said.split('\n')
      t.comment(`/app is ${megabytes} MB`)
      t.equal(user, '1000')
      t.ok(Number(megabytes) < MEGABYTES, `/app is ${megabytes} MB`)
      t.notMatch(said, /database|tap/)
      const { code } = await runOnce({ readOnly: true, command: ['touch', '/app/data/file'] })
      t.not(code, 0, 'a read-only root takes no file')
    })

    await t.test('demo mode, with a read-only root and a user that the image does not know', async () => {
      await serve({ env: { DEMO: 'on' }, user: '12345:0', readOnly: true, tmpfs: ['/tmp', '/app/data'] }, async base =>
        t.equal(await statusOf(`${base}/demo`), 200),
      )
    })

    await t.test('demo mode as the README starts it', async () => {
      await serve({ env: { DEMO: 'on', HOST: '0.0.0.0' } }, async base => t.equal(await statusOf(`${base}/demo`), 200))
    })

    await t.test('production, with the environment of the compose file', async () => {
      const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true })
      const { environment, read_only: readOnly, tmpfs } = services.first
      const given = {
        ...settings,
        ...environment,
        DATABASE_URL: await freshDatabaseUrl(t),
        PORT: String(await freePort()),
      }
      const folders = [...tmpfs, given.DATA_DIR]
      await serve({ env: given, readOnly, tmpfs: folders }, async base => {
        t.equal(await statusOf(`${base}/home`), 200)
        t.equal(await statusOf(`${base}/demo`), 302, 'not the demo')
        const headers = { authorization: `Bearer ${settings.METRICS_TOKEN}` }
        t.equal((await fetch(`${base}/metrics`, { headers })).status, 200)
      })
    })

    await t.test('the commands of operators work in it, a backup and its restore too', async t => {
      const postgres = await startPostgres({ installed: DEBIAN })
      t.teardown(() => postgres.stop())
      const [from, to] = [withName(postgres.url, 'here'), withName(postgres.url, 'there')]
      for (const name of ['here', 'there']) await query(postgres.url, `create database ${name}`)
      const main = (...args: string[]) => ['node', 'dist/server/main.mjs', ...args]
      const script = [
        main('migrate'),
        main('backup', '/app/backups'),
        ['export', `DATABASE_URL=${to}`],
        main('restore', '/app/backups/*.dump'),
      ]
      const command = ['sh', '-ec', [...script, main('migrate')].map(words => words.join(' ')).join('; ')]
      const { code, said } = await runOnce({ env: { ...settings, DATABASE_URL: from }, command })
      t.equal(code, 0, said)
      const doctor = await runOnce({ env: { ...settings, DATABASE_URL: from }, command: main('doctor') })
      t.match(doctor.said, /^ok +pg_dump/m)
      t.notMatch(doctor.said, /npm run/)
    })

    await t.test('settings of production are required, one line each', async t => {
      const { code, said } = await runOnce({})
      t.equal(code, 1)
      for (const name of ['APP_SECRET', 'PUBLIC_URL', 'MAIL_FROM']) t.match(said, `${name}: needed`)
    })
  })
else t.pass('npm run test:container builds the image and runs it')

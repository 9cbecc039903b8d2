import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import t from 'tap'
import { root, SECRET } from '../support/app.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { environmentOf, readDockerfile, type Stage, words } from '../support/dockerfile.ts'
import { dataFolder } from '../support/folder.ts'
import { freePort } from '../support/port.ts'
import { isLong } from '../support/size.ts'
import { until } from '../support/until.ts'

/**
 * Runs the Dockerfile's steps without Docker: each stage is a folder, COPY copies, RUN runs in a shell, all with Node
 * 24 from npm. It cannot test the base image. It installs twice and builds, so it runs with `npm run test:long`.
 */
const stages = readDockerfile(join(root, 'Dockerfile'))

/** Installs Node 24 and returns its bin folder. */
const node24 = (home: string): string => {
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  execFileSync('npm', ['install', 'node@24'], { cwd: home, stdio: 'pipe' })
  const bin = join(home, 'node_modules/node/bin')
  t.match(execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }), /^v24\./)
  return bin
}

const follow = (stage: Stage, folders: Map<string, string>, context: string, env: NodeJS.ProcessEnv) => {
  const folder = folders.get(stage.name)!
  for (const { instruction, rest } of stage.steps) {
    if (instruction === 'RUN') {
      const { status, stderr } = spawnSync('/bin/sh', ['-c', rest], { cwd: folder, env, encoding: 'utf8' })
      t.equal(status, 0, `RUN ${rest}\n${status === 0 ? '' : stderr.slice(-2000)}`)
    }
    if (instruction === 'COPY') {
      const [, from, paths = rest] = rest.match(/^--from=(\S+) (.*)$/) ?? []
      const sources = paths.split(' ').slice(0, -1)
      const target = paths.split(' ').at(-1) ?? '.'
      for (const source of sources) {
        const whole = from ? join(folders.get(from)!, source.replace(/^\/app\//, '')) : join(context, source)
        const into = /\/$/.test(target) ? join(folder, target, source) : join(folder, target)
        mkdirSync(dirname(into), { recursive: true })
        cpSync(whole, into, { recursive: true, verbatimSymlinks: true })
      }
    }
  }
  return folder
}

/** Creates the context of `docker build`: the files tracked by git, without ignored ones. */
const buildContext = (home: string): string => {
  const ignored = execFileSync('cat', ['.dockerignore'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  for (const file of files.filter(f => !ignored.includes(f.split('/')[0] ?? ''))) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    cpSync(join(root, file), join(home, file))
  }
  return home
}

if (isLong)
  t.test("the Dockerfile's steps make a server that migrates, serves and stops", async t => {
    const home = dataFolder(t)
    const bin = node24(join(home, 'node24'))
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: process.env.HOME }
    const context = buildContext(join(home, 'context'))
    const folders = new Map(stages.map(({ name }) => [name, join(home, `stage-${name}`)]))
    for (const folder of folders.values()) mkdirSync(folder)
    const app = stages.map(stage => follow(stage, folders, context, env)).at(-1)!

    const last = stages.at(-1)!
    const said = (instruction: string) => words(last.steps.find(s => s.instruction === instruction)?.rest ?? '[]')
    const settings = {
      ...env,
      ...environmentOf(last),
      DATA_DIR: join(app, 'data'),
      PORT: String(await freePort()),
      DATABASE_URL: await freshDatabaseUrl(t),
      APP_SECRET: SECRET,
      PUBLIC_URL: 'https://signbook.example',
      MAIL_FROM: 'no-reply@signbook.example',
    }
    const [probe = '', ...how] = said('HEALTHCHECK')
    const healthy = () => spawnSync(probe, how, { cwd: app, env: settings }).status === 0
    t.notOk(healthy(), 'not healthy before the start')
    const [command = '', ...args] = said('CMD')
    const server = spawn(command, args, { cwd: app, env: settings, stdio: 'pipe' })
    const ended = new Promise(done => server.on('exit', done))
    t.teardown(() => server.kill('SIGKILL'))
    await until('the container is healthy', healthy, 60)
    t.strictSame(await (await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).json(), { ready: true })
    t.equal((await fetch(`http://127.0.0.1:${settings.PORT}/home`)).status, 200)
    // An unknown address redirects to the start.
    const demo = await fetch(`http://127.0.0.1:${settings.PORT}/demo`, { redirect: 'manual' })
    t.equal(demo.status, 302, 'it is not the demo')
    server.kill('SIGTERM')
    t.equal(await ended, 0)
  })
else t.pass('the steps of the Dockerfile run with npm run test:long')

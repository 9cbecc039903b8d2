import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root, SECRET } from './app.ts'
import { dataFolder } from './folder.ts'
import { freePort } from './port.ts'
import { DEBIAN } from './postgres.ts'
import type { Test } from './test.ts'
import { until } from './until.ts'

interface Service {
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  profiles?: string[]
}

const services: Record<string, Service> = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), {
  merge: true,
}).services
const CMD = ['node', 'dist/server/main.mjs']

/** Files of the image: the build, without the source and without packages. */
const imageFolder = (t: Test): string => {
  const folder = dataFolder(t)
  mkdirSync(join(folder, 'node_modules/@electric-sql'), { recursive: true })
  for (const name of ['package.json', 'content', 'migrations', 'dist/server', 'dist/client'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules/@electric-sql/pglite'), join(folder, 'node_modules/@electric-sql/pglite'))
  for (const name of ['data', 'backups']) mkdirSync(join(folder, name))
  return folder
}

/** .env as the guide has it filled in: .env.example with the values that it asks for. */
const envFile = (): Record<string, string> => ({
  ...Object.fromEntries(
    [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^(\w+)=(.+)$/gm)].map(([, k, v]) => [k, v]),
  ),
  ...{ APP_SECRET: SECRET, SMTP_URL: '', STAFF_EMAILS: 'you@example.com', CAPTCHA_PROVIDER: 'altcha' },
})

/** Words of a shell line; quotes keep words together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

const VALUED = ['-e', '-p', '-v', '--name', '--entrypoint']

/** Splits what follows a verb into options with a value, flags and the rest, as compose does: options end at the service. */
const readRun = (words: string[]) => {
  const options: [string, string][] = []
  let at = 0
  for (; words[at]?.startsWith('-'); at++) if (VALUED.includes(words[at]!)) options.push([words[at]!, words[++at]!])
  const [service = '', ...args] = words.slice(at)
  const valuesOf = (name: string) => options.flatMap(([option, value]) => (option === name ? [value] : []))
  return { service, args, valuesOf }
}

/**
 * Does what `docker compose` would do with compose.yaml, without Docker: the command and environment of the service, in a
 * folder with the files of the image, on the PostgreSQL at `url`.
 */
export const makeCompose = (t: Test, url: string) => {
  const folder = imageFolder(t)
  const { host, hostname, port } = new URL(url)
  const here = (text: string): string =>
    text
      .replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'PASSWORD')
      .replaceAll('database:5432', host)
      .replaceAll('/app', folder)
      .replaceAll('/tmp/rehearsal', join(folder, 'rehearsal'))
  const program = (name: string) =>
    name === 'node' ? process.execPath : existsSync(join(DEBIAN, 'bin', name)) ? join(DEBIAN, 'bin', name) : name
  const { PATH = '', HOME = '' } = process.env

  const start = ([command = '', ...args]: string[], env: Record<string, string> = {}) => {
    // In a group of its own: a container ends with all its processes, such as the sleep of the backup service.
    const child = spawn(program(command), args.map(here), { cwd: folder, env: { PATH, HOME, ...env }, detached: true })
    const signal = (name: NodeJS.Signals) => {
      try {
        process.kill(-child.pid!, name)
      } catch {
        // All have ended.
      }
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
    const ended = new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
    t.teardown(() => signal('SIGKILL'))
    return { output: () => output, ended, stop: () => signal('SIGTERM') }
  }
  const finish = async (words: string[], env?: Record<string, string>) => {
    const child = start(words, env)
    return { code: await child.ended, output: child.output() }
  }
  const environmentOf = async ({ environment = {} }: Service, given: string[] = []) => {
    const own = Object.fromEntries(given.map(pair => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)]))
    const all = Object.entries({ ...envFile(), ...environment, ...own }).map(([name, value]) => [name, here(value)])
    return { ...Object.fromEntries(all), HOST: '127.0.0.1', PORT: String(await freePort()), DRAIN_SECONDS: '0' }
  }
  const serve = async (words: string[], env: Record<string, string>) => {
    const child = start(words, env)
    let code: number | null | undefined
    void child.ended.then(ended => (code = ended))
    const isReady = () =>
      fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
        r => r.ok,
        () => false,
      )
    await until(`${words.join(' ')} is ready`, async () => code !== undefined || (await isReady()))
    if (code !== undefined) throw new Error(child.output())
    return child
  }
  /** Starts the service, after what it depends on, until it did what it is for; then stops it. */
  const up = async (name: string): Promise<void> => {
    const service = services[name]!
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {}))
      if (condition === 'service_completed_successfully') await up(other)
    if (name === 'database') return
    const env = await environmentOf(service)
    const command = service.command ?? CMD
    if (name === 'migration') {
      const { code, output } = await finish(command, env)
      t.equal(code, 0, output)
      return
    }
    const child = name === 'backup' ? start(command, env) : await serve(command, env)
    if (name === 'backup') await until('a backup', () => child.output().includes(' bytes)'))
    child.stop()
    await child.ended
  }

  let copy: ReturnType<typeof start> | undefined
  /** Runs one line of `docker compose` or `docker exec`. Returns the exit code and output of what it ran. */
  const run = async (line: string): Promise<{ code: number | null; output: string }> => {
    const [, compose, ...words] = wordsOf(line)
    const none = { code: 0, output: '' }
    if (compose === 'exec') return finish(words.slice(1))
    const [verb, ...rest] = words
    const { service, args, valuesOf } = readRun(rest)
    const named = verb === 'up' ? [service, ...args].filter(Boolean) : verb === 'build' ? [] : [service]
    const unknown = named.find(name => !(name in services))
    if (unknown !== undefined) return { code: 1, output: `compose.yaml has no service ${unknown}` }
    if (verb === 'up') {
      const all = Object.keys(services).filter(name => !services[name]?.profiles)
      for (const name of named.length > 0 ? named : all) await up(name)
    } else if (verb === 'exec') {
      await copy?.stop()
      await copy?.ended
      return finish(args, { PGHOST: hostname, PGPORT: port })
    } else if (verb === 'run') {
      const { command = CMD, entrypoint = [], ...given } = services[service]!
      const own = valuesOf('--entrypoint')
      const words = [
        ...(own.length > 0 ? own : entrypoint),
        ...(args.length > 0 || entrypoint.length > 0 ? args : command),
      ]
      for (const volume of valuesOf('-v')) {
        const [from = '', to = ''] = volume.replace('$PWD', folder).split(':')
        mkdirSync(from, { recursive: true })
        writeFileSync(join(from, 'schools.csv'), 'name\nA school\n')
        words.splice(words.indexOf(to), 1, from)
      }
      const env = await environmentOf(given, valuesOf('-e'))
      if (words.length > CMD.length || own.length > 0) return finish(words, env)
      copy = await serve(words, env)
    }
    return none
  }
  const newest = (end: string) =>
    readdirSync(join(folder, 'backups'))
      .filter(name => name.endsWith(end))
      .sort()
      .at(-1) ?? ''
  return { run, finish, folder, newest, env: () => environmentOf(services.signbook!) }
}

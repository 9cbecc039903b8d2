import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { parseConfig } from '#src/config.ts'
import { settingNames } from '#src/core/settings.ts'
import { root } from '../support/app.ts'
import { environmentOf, readDockerfile, words } from '../support/dockerfile.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const stages = readDockerfile(join(root, 'Dockerfile'))
const stage = (name: string) => stages.find(each => each.name === name)!
const server = stage('server')

t.test('the image is on Node 24, with no root, a health check and production settings', t => {
  for (const name of ['build', 'server']) t.match(stage(name).image, /^node:24-/)
  t.strictSame([stage('clips').image, stages.at(-1)?.image, stages.at(-1)?.steps], ['server', 'server', []])
  t.equal(stage('clips').steps.at(-1)?.rest, 'node', 'the programs of clips come without root')
  const say = (instruction: string) => server.steps.filter(s => s.instruction === instruction).map(s => s.rest)
  t.strictSame(say('USER'), ['node'])
  t.strictSame(words(say('CMD')[0] ?? ''), ['node', 'dist/server/main.mjs'])
  t.equal(words(say('HEALTHCHECK')[0] ?? '')[0], 'node', 'a health check without a shell or curl')
  t.hasStrict(environmentOf(server), { NODE_ENV: 'production', DEMO: 'off' })
  const lastRun = server.steps.findLastIndex(s => s.instruction === 'RUN')
  t.ok(server.steps.findIndex(s => s.instruction === 'USER') > lastRun, 'root steps come before')
  t.end()
})

t.test('copied files exist, and none is private', t => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  for (const { instruction, rest } of stages.flatMap(s => s.steps)) {
    t.not(instruction, 'ADD')
    if (instruction !== 'COPY' || rest.startsWith('--from')) continue
    for (const source of rest.split(' ').slice(0, -1)) {
      t.ok(existsSync(join(root, source)), `${source} exists`)
      t.notOk(ignored.includes(source), `${source} is not ignored`)
    }
  }
  for (const name of ['.env', '.data', '.git', 'node_modules', 'dist']) t.ok(ignored.includes(name), name)
  t.end()
})

t.test('compose migrates once, then runs two processes of one image on one PostgreSQL, none as the demo', t => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const { database, migration, backup, signbook, clips, ...apps } = services
  t.hasStrict(backup.volumes, ['data:/app/data', 'backups:/app/backups'])
  t.hasStrict(signbook, { profiles: ['commands'], entrypoint: ['node', 'dist/server/main.mjs'] })
  t.hasStrict(clips, { image: 'signbook-clips', build: { target: 'clips' }, ports: undefined })
  const client = stage('server')
    .steps.find(s => s.rest.includes('postgresql-client'))
    ?.rest.match(/client-(\d+)/)?.[1]
  t.match(database.image, `postgres:${client}-`, 'pg_dump of the image fits the database')
  t.hasStrict(migration, { image: 'signbook', restart: 'no', environment: { DEMO: 'off' }, ports: undefined })
  t.match(database.image, /^postgres:(1[5-9]|2)/)
  t.equal(Object.keys(apps).length, 2)
  const ports = new Set()
  for (const app of Object.values<Record<string, never>>(apps)) {
    t.hasStrict(app, {
      stop_grace_period: '20s',
      image: 'signbook',
      environment: { DEMO: 'off', DATA_DIR: '/app/data' },
      env_file: '.env',
      volumes: ['data:/app/data'],
    })
    ports.add(String(app.ports))
  }
  t.equal(ports.size, 2)
  t.end()
})

t.test('compose gives each container only what it needs, and no other machine reaches it', t => {
  const services: Record<string, Record<string, never>> = parse(read('compose.yaml'), { merge: true }).services
  for (const [name, service] of Object.entries(services)) {
    t.hasStrict(
      service,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], cpus: 2, pids_limit: 512 },
      name,
    )
    t.match(service.mem_limit, /^[12]g$/)
    t.ok(service.tmpfs, 'a read-only root needs /tmp')
    t.hasStrict(service.logging, { options: { 'max-size': '100m' } }, 'its log does not fill the disk')
    t.notOk(service.cap_add || service.privileged)
    const { ports = [] } = service as { ports?: string[] }
    for (const port of ports) t.match(port, /^127\.0\.0\.1:300[01]:3000$/)
    if (name === 'database') t.hasStrict(service, { user: 'postgres', ports: undefined })
  }
  t.end()
})

t.test('Kubernetes: the last migration is deleted before the next, which is chosen by its label', t => {
  const text = read('docs/operations/examples/kubernetes.yaml')
  const parts = parseAllDocuments(text).map(each => each.toJS())
  for (const { metadata } of parts.filter(({ kind }) => kind === 'Job')) {
    t.match(text, `kubectl delete job ${metadata.name} --ignore-not-found`)
    t.match(text, `kubectl apply -f kubernetes.yaml -l app=${metadata.labels.app}`)
    t.match(text, `job/${metadata.name}`)
  }
  t.equal(parts.filter(({ metadata }) => metadata.labels?.app === 'signbook-migrate').length, 1)
  t.end()
})

t.test('PORT and HOST in .env do not move the server away from the published port', t => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const own = { APP_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://signbook.example', MAIL_FROM: 'a@signbook.example' }
  const env = { ...own, PORT: '8080', HOST: '127.0.0.1', DEMO: 'on', ...services.first.environment }
  t.hasStrict(parseConfig({ ...env, DATABASE_URL: 'postgres://u:p@database:5432/x' }), {
    port: 3000,
    host: '0.0.0.0',
    demo: false,
  })
  t.end()
})

t.test('.env.example lists exactly the settings, with valid values', t => {
  const named = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(m => m[1] ?? '')
  const forCompose = ['POSTGRES_PASSWORD']
  t.strictSame(named.filter(name => !forCompose.includes(name)).toSorted(), settingNames.toSorted())
  const given = Object.fromEntries([...read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(m => [m[1], m[2]]))
  const config = parseConfig({ ...given, APP_SECRET: 'x'.repeat(32) })
  t.hasStrict(config, { demo: false, publicUrl: 'https://signbook.example' }, 'its values are valid')
  t.end()
})

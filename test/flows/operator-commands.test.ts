import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root, SECRET } from '../support/app.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { DEBIAN, startPostgres } from '../support/postgres.ts'
import { query, withName } from '../support/template.ts'
import type { Test } from '../support/test.ts'

const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true })
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

/** Files of the image: the build, without the source and without packages. */
const imageFolder = (t: Test): string => {
  const folder = dataFolder(t)
  mkdirSync(join(folder, 'node_modules/@electric-sql'), { recursive: true })
  for (const name of ['package.json', 'content', 'migrations', 'dist/server', 'dist/client'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules/@electric-sql/pglite'), join(folder, 'node_modules/@electric-sql/pglite'))
  return folder
}

/** The commands of the guide, with values for FOLDER, FILE, LIST and EMAIL, in the order in which they work. */
const COMMANDS: [command: string, given: (backups: string) => string[]][] = [
  ['migrate', () => []],
  [
    'staff add EMAIL --first NAME --last NAME --role manager',
    () => ['staff', 'add', 'a@b.example', '--first', 'A', '--last', 'B', '--role', 'manager'],
  ],
  ['staff list', () => []],
  ['content check', () => []],
  ['doctor', () => []],
  ['backup FOLDER', backups => ['backup', backups]],
  ['erasures list', () => []],
  ['reseal', () => []],
  ['restore FILE', backups => ['restore', join(backups, newest(backups, '.dump'))]],
  ['erasures apply LIST', backups => ['erasures', 'apply', join(backups, newest(backups, '.txt'))]],
]

const newest = (folder: string, end: string): string => readdirSync(folder).find(name => name.endsWith(end)) ?? ''

t.test('each command of the guide works in the folder of the image', async t => {
  const named = new Set([...guide.matchAll(/`node dist\/server\/main\.mjs ([^`]+)`/g)].map(([, words = '']) => words))
  t.strictSame(
    [...named].filter(words => !COMMANDS.some(([command]) => command === words)),
    [],
    'no other commands',
  )
  const folder = imageFolder(t)
  const isDebian = existsSync(DEBIAN)
  const server = isDebian ? await startPostgres({ installed: DEBIAN }) : null
  if (server) t.teardown(() => server.stop())
  if (server) for (const name of ['here', 'there']) await query(server.url, `create database ${name}`)
  const here = server ? withName(server.url, 'here') : await freshDatabaseUrl(t)
  const backups = dataFolder(t)
  for (const [command, given] of COMMANDS) {
    const needsPrograms = /^(backup|restore|erasures apply)/.test(command)
    if (needsPrograms && !server) {
      t.comment(`${command}: ${DEBIAN} is not installed`)
      continue
    }
    const args = given(backups)
    const { code, output } = await run(t, folder, args.length > 0 ? args : command.split(' '), {
      DATABASE_URL: server && command === 'restore FILE' ? withName(server.url, 'there') : here,
    })
    // The address and mail of this installation do not exist.
    t.equal(code, command === 'doctor' ? 1 : 0, `${command}: ${output}`)
    t.notMatch(output, /ERR_MODULE_NOT_FOUND|Cannot find|npm run/)
  }
})

const run = (t: Test, cwd: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>(done => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, ['dist/server/main.mjs', ...args], {
      cwd,
      env: {
        ...{ PATH, HOME, APP_SECRET: SECRET, DEMO: 'off', DATA_DIR: dataFolder(t) },
        ...{ PUBLIC_URL: 'https://signbook.example', MAIL_FROM: 'a@b.example', ...env },
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
      })
    child.on('close', code => done({ code, output }))
  })

t.test('each docker compose line of the guide names services of compose.yaml and commands that exist', t => {
  const lines = [...guide.matchAll(/`?(docker compose [^`\n]+)`?/g)].map(([, line = '']) => line.trim())
  t.ok(lines.length > 15)
  for (const line of lines) {
    const words = line.split(' ').slice(2)
    const verb = words.shift()
    t.ok(['up', 'run', 'exec', 'build'].includes(verb ?? ''), line)
    // Each of these options has a value.
    const rest = words.filter((word, i) => !word.startsWith('-') && !['-e', '-p', '-U'].includes(words[i - 1] ?? ''))
    const services = verb === 'run' || verb === 'exec' ? rest.slice(0, 1) : rest
    for (const service of services) t.ok(service in compose.services, `${service} in: ${line}`)
    const [command] = verb === 'run' ? rest.slice(1) : []
    if (command) t.ok(command in scripts, `${command} in: ${line}`)
  }
  for (const [, name = ''] of guide.matchAll(/npm run ([\w:]+)/g)) t.ok(name in scripts, name)
  t.end()
})

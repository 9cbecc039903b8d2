import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../support/app.ts'
import { makeCompose } from '../support/compose.ts'
import { DEBIAN, startPostgres } from '../support/postgres.ts'
import { query } from '../support/template.ts'

const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const guide = read('operations.md')
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

/** Lines of the blocks of shell, and commands within sentences, in the order of the guide. */
const commandsOf = (text: string): string[] => {
  const lines = [
    ...text.matchAll(/^```sh\n([\s\S]*?)^```|`((?:node|docker|npm|sudo|curl|chmod|apt-get|erasures) [^`\n]+)`/gm),
  ]
  return [...new Set(lines.flatMap(([, block, inline]) => (block ?? inline ?? '').trim().split('\n')))]
}

const writeMail = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'x.eml'), 'Subject: A code\n\n123456\n')
}

const NODE = 'node dist/server/main.mjs '

/** Commands that other tests run, that need the network, or that are of the host. */
const ELSEWHERE = [
  /^npm ci && npm run build$/,
  /^npm run (test:container|test:long|doctor|bench)\b/,
  /^docker (build --target clips|buildx imagetools)/,
  /^docker compose (logs|stop) /,
  /^(apt-get install ffmpeg|chmod 600 \.env|erasures (list|apply))$/,
  /^sudo -u postgres create(user|db) /,
  /^curl http:\/\/127\.0\.0\.1:3000\/readyz$/,
  /^node --env-file=\.env dist\/server\/main\.mjs$/,
]

t.test('each command with compose is the same as the one without', t => {
  const rows = [
    ...guide.matchAll(
      /^\| `node dist\/server\/main\.mjs (.+?)` \| `docker compose run --rm (?:-e DATABASE_URL=… )?signbook (.+?)` \|$/gm,
    ),
  ]
  t.ok(rows.length > 8)
  for (const [, plain = '', composed] of rows)
    t.equal(plain.replace('FOLDER', '/app/backups').replace(/(FILE|LIST)/, '/app/backups/$1'), composed)
  const known = new Set(rows.map(([, plain]) => plain))
  const others = commandsOf(guide).flatMap(line => (line.startsWith(NODE) ? [line.slice(NODE.length)] : []))
  t.strictSame(
    others.filter(words => !known.has(words)),
    ['staff add EMAIL --first NAME --last NAME --role manager'],
  )
  for (const [, name = ''] of guide.matchAll(/npm run ([\w:]+)/g)) t.ok(name in scripts, name)
  t.end()
})

t.test('every command of the guide, in its order, with the files of the image', async t => {
  if (!existsSync(DEBIAN)) {
    t.pass(`${DEBIAN} is not installed`)
    return
  }
  const server = await startPostgres({ installed: DEBIAN })
  t.teardown(() => server.stop())
  await query(server.url, 'create role signbook superuser login')
  for (const name of ['signbook', 'elsewhere']) await query(server.url, `create database ${name} owner signbook`)
  const { run, finish, folder, newest, env } = makeCompose(t, server.url)
  const given = (line: string) =>
    line
      .replace('DATABASE_URL=…', 'DATABASE_URL=postgres://signbook:PASSWORD@database:5432/elsewhere')
      .replace('/FILE', () => `/${newest('.dump')}`)
      .replace('/LIST', () => `/${newest('.txt')}`)
  const moving = commandsOf(read('moving-in.md')).filter(line => line.startsWith('docker '))
  let ran = 0
  for (const line of [...commandsOf(guide), ...moving]) {
    if (line.startsWith(NODE) || ELSEWHERE.some(pattern => pattern.test(line))) continue
    t.match(line, /^docker (compose|exec) /, 'a command that this test knows')
    // A person who signs in asks for a code first.
    if (line.startsWith('docker exec rehearsal')) writeMail(join(folder, 'rehearsal/outbox'))
    const { code, output } = await run(given(line))
    ran++
    // The address and mail of this installation do not exist.
    t.equal(code, /doctor$/.test(line) ? 1 : 0, `${line}: ${output}`)
    t.notMatch(output, /ERR_MODULE_NOT_FOUND|Cannot find|npm run|^ +at /m)
    if (line.startsWith('docker exec rehearsal')) t.match(output, '123456')
  }
  t.ok(ran > 20, `${ran} commands`)
  const words = 'dist/server/main.mjs staff add a@b.example --first A --last B --role manager'.split(' ')
  t.match(await finish(['node', ...words], await env()), { code: 0, output: /can log in as manager/ })
})

import t from 'tap'
import { contentFolder } from '../support/content.ts'
import { copyOfContent } from '../support/content-folder.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { runMain, startServer } from '../support/running.ts'

const counts =
  /Signbook sample content: 18 units, [\d,]+ signs, 14 resources, 5 how-to groups, 18 FAQs, 1 clip of signed help\. No problem found\.\nlink_1, Presentation Slides, is missing in units 1, 2, /

t.test('content check reads a folder and changes nothing', async t => {
  const good = runMain(t, ['content', 'check'], {})
  t.strictSame(await good.ended, { code: 0, signal: null })
  t.match(good.output(), counts)
  const copy = copyOfContent(t)
  copy.change('units/04.md', 'title: ', 'tilte: ')
  const bad = runMain(t, ['content', 'check', copy.folder], {})
  t.equal((await bad.ended).code, 1)
  t.match(bad.output(), /^units\/04\.md:1: front matter: `title` is missing\n1 problem in .*; nothing was changed\n$/)
  const nowhere = runMain(t, ['content', 'check', '/no/such/folder'], {})
  t.equal((await nowhere.ended).code, 1)
  t.equal(nowhere.output(), '/no/such/folder: no such folder\n')
  t.equal((await runMain(t, ['content', 'destroy'], {}).ended).code, 1)
})

t.test('content import replaces the sample, all or nothing, and a restart keeps it', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const env = { DATABASE_URL, DEMO: 'on' }
  const server = await startServer(t, { env })
  const find = async (term: string) =>
    (await fetch(`${server.base}/lti/search_signs?term=${encodeURIComponent(term)}`)).status
  t.equal(await find('"lawyer"'), 200, 'the first start stores the sample')

  const copy = copyOfContent(t)
  copy.write('signs/unit-11.csv', 'gloss,english\n')
  const refused = runMain(t, ['content', 'import', copy.folder], env)
  t.equal((await refused.ended).code, 1)
  t.equal(await find('"lawyer"'), 200, 'nothing was changed')

  copy.remove('signs/unit-11.csv')
  for (const _ of [1, 2]) {
    const done = runMain(t, ['content', 'import', copy.folder], env)
    t.strictSame(await done.ended, { code: 0, signal: null })
    t.match(done.output(), /Imported\./)
    t.equal(await find('"lawyer"'), 404, 'visible at once')
    t.equal(await find('dog'), 200)
  }
  server.kill('SIGTERM')
  await server.ended
  const again = await startServer(t, { env })
  t.equal((await fetch(`${again.base}/lti/search_signs?term=%22lawyer%22`)).status, 404, 'a restart keeps the import')

  const back = runMain(t, ['content', 'import', contentFolder], env)
  t.equal((await back.ended).code, 0)
  t.equal((await fetch(`${again.base}/lti/search_signs?term=%22lawyer%22`)).status, 200)
  const db = await openAt(t, DATABASE_URL)
  t.equal((await db.client.query('select origin from content_state')).rows[0].origin, 'shipped')
})

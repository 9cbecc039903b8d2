import t from 'tap'
import { characters } from '#src/signs/rules/fingerspelling/spelling.ts'
import texts from '#src/texts/en/pages/fingerspelling.ts'
import { testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { textOf } from '../support/html.ts'

const app = await testApp(t)
await withContent(app.db)
const get = async (url: string) => {
  const { statusCode, body, headers } = await app.server.inject({ url })
  return { status: statusCode, body, text: textOf(body), headers }
}
const pictured = (body: string) => [...body.matchAll(/<svg class="hand"[^>]* aria-label="(\w)"/g)].map(m => m[1])

t.test('shows the whole alphabet with words, marked as not reviewed', async t => {
  const { status, body, text } = await get('/fingerspelling')
  t.equal(status, 200)
  t.strictSame(pictured(body), characters)
  t.match(text, 'The four fingers point up, side by side.')
  t.match(text, texts.notReviewed)
})

t.test('spells a word without a script, each letter with its text', async t => {
  const { body } = await get('/fingerspelling?word=Zo%C3%AB%202')
  const [player, ...word] = pictured(body)
  t.strictSame([player, ...word.slice(0, 4)], ['Z', 'Z', 'O', 'E', '2'], 'the player waits at the first letter')
  t.match((await get('/fingerspelling?word=Anna')).text, 'slides to the side')
  t.match((await get('/fingerspelling?word=%E6%BC%A2x')).text, 'The alphabet has no letter for 漢')
})

t.test('what is typed is text', async t => {
  const { status, body } = await get(`/fingerspelling?word=${encodeURIComponent('<script>alert(1)</script>')}`)
  t.equal(status, 200)
  t.notMatch(body, '<script>alert(1)')
})

t.test('the dictionary offers to spell what has no sign, and leads one letter to the alphabet', async t => {
  t.match((await get('/dictionary?term=Xiomarqqz')).body, 'href="/fingerspelling?word=Xiomarqqz"')
  t.match((await get('/dictionary?term=r')).text, 'See R in the manual alphabet')
  t.match((await get('/dictionary?term=7')).body, 'href="/fingerspelling?word=7"')
  t.notMatch((await get('/dictionary?term=mother')).body, 'fingerspelling?word')
})

import t from 'tap'
import { moved, moveOfKey, placeOf, slideAt, slideSize, slidesOf } from '#src/signs/rules/slides.ts'
import { sampleContent } from '../../support/content.ts'

const { library } = await sampleContent()
const unit = library.units.find(({ unit }) => unit === 4)!
const signs = library.signs.filter(sign => sign.unit === 4).map(sign => ({ ...sign, clips: [] }))
const slides = slidesOf(unit, signs)
const of = (lesson: string) => slides.filter(slide => slide.lesson === lesson)

t.test('a lesson has its goals, its signs together, then each sign', async t => {
  const own = signs.filter(({ lesson }) => lesson === '4.1')
  t.strictSame(
    of('4.1').map(({ kind }) => kind),
    ['goals', 'signs', ...own.map(() => 'sign')],
  )
  t.match(of('4.1')[0], { goals: /^<ul>[\s\S]*name rooms[\s\S]*<\/ul>$/ })
  for (const text of [
    'Some students have no fixed home',
    'Memory house',
    'Do not teach the pairs',
    'Start at the front door',
  ])
    t.notMatch(JSON.stringify(slides), text, 'for the teacher')
  t.match(slides[0], { lesson: '', kind: 'unit', unit: 4, name: unit.title, lessons: [{ lesson: '4.1' }] })
})

t.test('an address names a lesson and a step of it', async t => {
  const second = 1 + of('4.1').length
  t.equal(slideAt(slides, {}), 0)
  t.equal(slideAt(slides, { lesson: '9.9', step: '3' }), 0)
  t.equal(slideAt(slides, { lesson: '4.2' }), second)
  t.equal(slideAt(slides, { lesson: '4.2', step: '3' }), second + 2)
  for (const step of ['0', '-1', '999', '1.5', 'x']) t.equal(slideAt(slides, { lesson: '4.2', step }), second, step)
  for (const at of [0, 5, second, slides.length - 1]) {
    const { lesson, step } = placeOf(slides, at)
    t.equal(slideAt(slides, { lesson, step: String(step) }), at, 'and back')
  }
})

t.test('keys move between steps and lessons, and stop at both ends', async t => {
  const second = 1 + of('4.1').length
  const cases: [from: number, key: string, to: number][] = [
    [0, 'ArrowRight', 1],
    [0, ' ', 1],
    [0, 'PageDown', 1],
    [second - 1, 'ArrowRight', second],
    [second, 'ArrowLeft', second - 1],
    [0, 'PageUp', 0],
    [3, 'ArrowDown', second],
    [second + 3, 'ArrowUp', second],
    [second, 'ArrowUp', 1],
    [0, 'ArrowUp', 0],
    [slides.length - 1, 'ArrowRight', slides.length - 1],
    [slides.length - 1, 'ArrowDown', slides.length - 1],
    [5, 'Home', 0],
    [5, 'End', slides.length - 1],
  ]
  for (const [from, key, to] of cases) t.equal(moved(slides, from, moveOfKey(key)!), to, `${key} from ${from}`)
  t.equal(moveOfKey('x'), null)
})

t.test('longer texts are smaller', async t => {
  t.equal(slideSize(`<p>${'a'.repeat(100)}</p>`), 'short')
  t.equal(slideSize(`<p>${'a'.repeat(300)}</p>`), 'medium')
  t.equal(slideSize(`<p>${'a'.repeat(900)}</p>`), 'long')
})

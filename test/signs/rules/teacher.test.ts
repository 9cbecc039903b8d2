import fc from 'fast-check'
import t from 'tap'
import { type AskedPlace, chosenUnit, type TeacherPlace, teacherPlace } from '#src/signs/rules/lessons.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { holds } from '../../support/property.ts'

t.test('uses the unit of the address only if it is allowed', async t => {
  t.equal(chosenUnit([4, 5], '5'), 5)
  for (const asked of [undefined, '', '6', '05x', '5.1', '-5', 'NaN', '1e1']) t.equal(chosenUnit([4, 5], asked), 4)
  const units = fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { minLength: 1 })
  holds(t, 'the shown unit is always allowed', [units, fc.string()], (allowed, asked) =>
    allowed.includes(chosenUnit(allowed, asked)),
  )
})

type Left = Parameters<typeof teacherPlace>[1]
const never: Left = { units: [4, 5], lastTab: null, lastLesson: null }
const left: Left = { units: [4, 5], lastTab: 'units', lastLesson: '5.2' }
const map: TeacherPlace = { tab: 'units', unit: null, lesson: null }

const places: [what: string, asked: AskedPlace, last: Left, place: TeacherPlace][] = [
  ['the map the first time', {}, never, map],
  ['the lesson where she left', {}, left, { tab: 'units', unit: 5, lesson: '5.2' }],
  ['the unit where she left', {}, { ...left, lastLesson: '4' }, { tab: 'units', unit: 4, lesson: '4' }],
  ['the map if the unit is no longer allowed', {}, { ...left, lastLesson: '6.1' }, map],
  ['the tab where she left', {}, { ...left, lastTab: 'faqs' }, { tab: 'faqs', unit: null, lesson: null }],
  ['a tab that is named', { tab: 'faqs' }, left, { tab: 'faqs', unit: null, lesson: null }],
  ['the units where she left them', { tab: 'units' }, { ...left, lastTab: 'faqs' }, { ...map, unit: 5, lesson: '5.2' }],
  ['the first unit in the tab of the units', { tab: 'units' }, never, { ...map, unit: 4 }],
  ['the map that is named', { tab: 'units', view: 'map' }, left, map],
  ['a unit that is named', { tab: 'units', unit: '4' }, left, { ...map, unit: 4 }],
  ['the unit of a lesson', { tab: 'units', lesson: '5.1' }, never, { ...map, unit: 5, lesson: '5.1' }],
  ['the first unit for one that is not allowed', { tab: 'units', unit: '6' }, left, { ...map, unit: 4 }],
]

t.test('a teacher page opens what its address names, or else where the teacher left', async t => {
  for (const [what, asked, last, place] of places) t.strictSame(teacherPlace(asked, last), place, what)
  for (const tab of ['', 'FAQs', 'toString', '__proto__']) t.equal(teacherPlace({ tab }, left).tab, 'signs', tab)
})

t.test('keeps the fixed sentence', async t => {
  t.equal(
    textsIn('en').teacher.expired('help@x.example'),
    "It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at help@x.example",
  )
})

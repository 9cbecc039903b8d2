import fc from 'fast-check'
import t from 'tap'
import { chosenUnit, teacherTab } from '#src/signs/rules/lessons.ts'
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

t.test('an unknown tab opens the first', async t => {
  t.equal(teacherTab('faqs'), 'faqs')
  for (const asked of [undefined, '', 'FAQs', 'toString', '__proto__']) t.equal(teacherTab(asked), 'signs')
})

t.test('keeps the fixed sentence', async t => {
  t.equal(
    textsIn('en').teacher.expired('help@x.example'),
    "It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at help@x.example",
  )
})

import t from 'tap'
import { isRecord } from '#src/core/rules/guards.ts'
import { contentItem, deepLinkChoices, placedLink, withUnitColumn } from '#src/lti/rules/deep-link.ts'
import { textsIn } from '#src/texts/catalogues.ts'

const LAUNCH = 'https://signbook.example/lti/launch'
const titles = new Map([[3, 'Family and Friends']])
const links = deepLinkChoices([1, 3, 19], titles, true).map(item => placedLink(item, textsIn('en')))
const items = [...links, ...links.map(withUnitColumn)].map(link => contentItem(link, LAUNCH))

/** Decodes and encodes as PHP does into arrays: an empty object, or one with the keys 0, 1, 2, becomes a list. */
const throughPhp = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(throughPhp)
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  const isList = keys.every((key, at) => key === String(at))
  return isList ? keys.map(key => throughPhp(value[key])) : Object.fromEntries(keys.map(k => [k, throughPhp(value[k])]))
}

/** Lists every value inside a value, itself included. */
const parts = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(parts)] : [value]

t.test("every item survives Moodle's PHP arrays", async t => {
  t.strictSame(throughPhp({ custom: {} }), { custom: [] }, 'an empty object would not')
  t.equal(items.length, 10)
  for (const item of items) {
    t.strictSame(throughPhp(item), item)
    for (const part of parts(item)) {
      t.not(part, null)
      if (typeof part === 'object' && part) t.ok(Object.keys(part).length > 0, 'no empty object or list')
    }
  }
})

t.test('every item has the types that Canvas reads', async t => {
  const [textbook, ...others] = items
  t.strictSame(textbook, { type: 'ltiResourceLink', title: 'Textbook', url: LAUNCH })
  for (const { type, title, url, ...more } of others) {
    t.equal(type, 'ltiResourceLink')
    t.equal(typeof title, 'string')
    t.equal(new URL(url).origin, 'https://signbook.example')
    // Canvas drops custom parameters that are not strings.
    for (const value of Object.values('custom' in more ? (more.custom ?? {}) : {})) t.equal(typeof value, 'string')
  }
})

t.test('only unit links have a grade column, and only on demand', async t => {
  const columns = (from: typeof links) => from.map(link => contentItem(link, LAUNCH)).map(item => 'lineItem' in item)
  t.strictSame(columns(links), [false, false, false, false, false])
  t.strictSame(columns(links.map(withUnitColumn)), [false, true, true, true, false])
  t.hasStrict(contentItem(withUnitColumn(links[2]!), LAUNCH), {
    lineItem: { scoreMaximum: 1, label: 'Unit 3: Family and Friends', resourceId: 'unit-3', tag: 'signbook-unit' },
  })
})

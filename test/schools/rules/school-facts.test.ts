import t from 'tap'
import { differingSwitches, joinVersions, type SchoolFacts, versionName } from '#src/schools/rules/school-facts.ts'

const facts = (over: Partial<SchoolFacts> = {}): SchoolFacts => ({
  kind: 'consumer',
  id: 1,
  name: 'River High',
  key: 'river',
  issuer: null,
  clientId: null,
  deploymentId: null,
  isOn: true,
  emailDomain: null,
  isHosted: false,
  acceptsPayment: true,
  acceptsAccessCode: true,
  isK12: false,
  passesGrades: true,
  yearlyAccess: false,
  createdAt: new Date('2026-09-01T12:00:00Z'),
  contact: '',
  note: '',
  sameName: [],
  ...over,
})
const deployment = (over: Partial<SchoolFacts> = {}) =>
  facts({ kind: 'deployment', id: 7, key: 'river.example', deploymentId: '1', ...over })

t.test('a school keeps what staff wrote about each record, once', async t => {
  const words = { contact: 'Jo', note: 'Orders in May' }
  for (const [first, second, contact, note] of [
    [{}, {}, '', ''],
    [words, {}, 'Jo', 'Orders in May'],
    [{}, words, 'Jo', 'Orders in May'],
    [words, words, 'Jo', 'Orders in May'],
    [words, { contact: 'Bo', note: 'K-12' }, 'Jo; Bo', 'Orders in May\n\nK-12'],
  ] as const)
    t.match(joinVersions([facts(first), deployment(second)]), { name: 'River High', contact, note })
})

t.test('names the settings that differ', async t => {
  t.strictSame(differingSwitches([facts()]), [])
  t.strictSame(differingSwitches([facts(), deployment()]), [])
  t.strictSame(differingSwitches([facts(), deployment({ isK12: true, acceptsPayment: false })]), [
    'acceptsPayment',
    'isK12',
  ])
})

t.test('a version is told apart only where a school has two of it', async t => {
  const [one, two, old] = [deployment(), deployment({ id: 8, deploymentId: '2' }), facts()]
  t.equal(versionName(one, [old, one]), 'LTI 1.3')
  t.equal(versionName(two, [old, one, two]), 'LTI 1.3, river.example 2')
  t.equal(versionName(old, [old, one, two]), 'LTI 1.1')
})

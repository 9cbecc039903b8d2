import t from 'tap'
import { type SchoolReadinessFacts, schoolReadiness } from '#src/reports/rules/school-readiness.ts'

const ready: SchoolReadinessFacts = {
  isOn: true,
  waits: null,
  lastGoodLaunch: new Date('2026-11-20T18:00:00Z'),
  opened: 99,
  refused: 1,
  people: 10,
  named: 9,
  videoHost: null,
  videoListedAt: null,
}
const textsOf = (over: Partial<SchoolReadinessFacts>) =>
  schoolReadiness({ ...ready, ...over }, 'America/Chicago').map(l => `${l.step} ${l.state}: ${l.text}`)

t.test('lists what a school needs', t => {
  t.strictSame(textsOf({}), [
    'secret done: Its secret is in use, last on 11/20/26.',
    'launches done: Its launches are good.',
    'names done: Its LMS shares names.',
  ])
  const open = textsOf({
    waits: true,
    isOn: false,
    lastGoodLaunch: null,
    refused: 50,
    named: 1,
    videoHost: 'a.example',
  })
  t.strictSame(open, [
    'deployment missing: Its deployment waits for approval, so no one can open a course.',
    'secret missing: No launch in the last 30 days used its registration. Ask its administrator to open the link.',
    'launches missing: 50 of its last 149 launches were refused. Look at the reasons.',
    'names missing: Its LMS shares no names. Ask its administrator to allow them in the privacy settings.',
    'video missing: a.example was not listed for videos here. Check it.',
  ])
  const early = textsOf({ waits: false, isOn: false, opened: 0, refused: 0, people: 0, named: 0 })
  t.match(early[0], 'deployment missing: Its deployment or platform is off')
  t.match(early[2], 'launches later')
  t.match(early[3], 'names later')
  const listed = textsOf({ videoHost: 'a.example', videoListedAt: new Date('2026-09-01T18:00:00Z') })
  t.equal(listed[3], 'video done: a.example is listed for videos since 09/01/26.')
  t.end()
})

t.test('a record without launches needs nothing if the school launches by another one', async t => {
  const unused = { ...ready, lastGoodLaunch: null, opened: 0, refused: 0 }
  const of = (facts: SchoolReadinessFacts, others: SchoolReadinessFacts[]) =>
    schoolReadiness(facts, 'America/Chicago', others).map(l => `${l.step} ${l.state}`)
  t.strictSame(of(unused, [ready]), ['launches later'])
  t.strictSame(of(unused, [unused]), ['secret missing', 'launches later', 'names done'])
  t.strictSame(of({ ...unused, refused: 3 }, [ready])[0], 'secret missing')
})

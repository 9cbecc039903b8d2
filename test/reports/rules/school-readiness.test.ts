import t from 'tap'
import { type ConnectionFacts, type SchoolReadinessFacts, schoolReadiness } from '#src/desk/rules/school-reports.ts'

const consumer: ConnectionFacts = {
  kind: 'consumer',
  id: 1,
  isOn: true,
  waits: false,
  lastGoodLaunch: new Date('2026-11-20T18:00:00Z'),
  skew: 3,
  opened: 99,
  refused: 1,
}
const deployment: ConnectionFacts = { ...consumer, kind: 'deployment', id: 2 }
const ready: SchoolReadinessFacts = {
  connections: [consumer],
  people: 10,
  named: 9,
  newest: 0,
  endless: 0,
  unreadEnd: null,
  videoHost: null,
  videoListedAt: null,
}

/** The steps of the connections, in their order, and then those of the school. */
const textsOf = (over: Partial<SchoolReadinessFacts>) => {
  const { connections, lines } = schoolReadiness({ ...ready, ...over }, 'America/Chicago')
  return [...connections.flatMap(c => c.lines), ...lines].map(l => `${l.step} ${l.state}: ${l.text}`)
}

t.test('lists what a school needs', t => {
  t.strictSame(textsOf({}), [
    'secret done: Its secret is in use, last on 11/20/26.',
    'launches done: Its launches are good.',
    'names done: Its LMS shares names.',
  ])
  const open = textsOf({
    connections: [{ ...deployment, waits: true, isOn: false, lastGoodLaunch: null, refused: 50 }],
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
  const early = textsOf({
    connections: [{ ...deployment, isOn: false, opened: 0, refused: 0 }],
    people: 0,
    named: 0,
  })
  t.match(early[0], 'deployment missing: Its deployment or platform is off')
  t.match(early[2], 'launches later')
  t.match(early[3], 'names later')
  const listed = textsOf({ videoHost: 'a.example', videoListedAt: new Date('2026-09-01T18:00:00Z') })
  t.equal(listed[3], 'video done: a.example is listed for videos since 09/01/26.')
  t.end()
})

t.test('warns of a clock that is a minute off, before launches are refused', async t => {
  const warned = (skew: number | null) =>
    textsOf({ connections: [{ ...consumer, skew }] }).find(text => text.startsWith('clock'))
  for (const skew of [null, 0, 59, -59]) t.equal(warned(skew), undefined, String(skew))
  t.match(warned(60), 'clock missing: The clock of its LMS is 60 seconds ahead of ours. From 300 seconds on')
  t.match(warned(-240), 'The clock of its LMS is 240 seconds behind ours.')
})

t.test('says when the LMS sends no end date, or one that cannot be read, with the lines to paste', async t => {
  const dates = (over: Partial<SchoolReadinessFacts>) =>
    schoolReadiness({ ...ready, ...over }, 'America/Chicago').lines.find(l => l.step === 'dates')
  t.equal(dates({}), undefined, 'no course yet')
  t.hasStrict(dates({ newest: 3 }), { state: 'done', text: 'Its courses have an end date.' })
  const lines = /^section_end_at=\$CourseSection\.timeFrame\.end$/m
  t.match(dates({ newest: 3, endless: 1 }), {
    state: 'later',
    text: /^1 of its 3 newest courses has no end/,
    paste: lines,
  })
  t.match(dates({ newest: 3, endless: 2, unreadEnd: 'Fall 2026' }), {
    state: 'missing',
    text: /^Its LMS sends “Fall 2026” as end date, which we cannot read\./,
    paste: lines,
  })
})

t.test('a connection without launches needs nothing if the school launches through another one', async t => {
  const unused = { ...consumer, lastGoodLaunch: null, opened: 0, refused: 0 }
  const of = (...connections: ConnectionFacts[]) =>
    schoolReadiness({ ...ready, connections }, 'America/Chicago').connections.map(c => [
      `${c.of.kind} ${c.of.id}`,
      ...c.lines.map(l => `${l.step} ${l.state}`),
    ])
  t.strictSame(of(unused, deployment), [
    ['consumer 1', 'launches later'],
    ['deployment 2', 'deployment done', 'secret done', 'launches done'],
  ])
  t.strictSame(of(unused), [['consumer 1', 'secret missing', 'launches later']])
  t.strictSame(of({ ...unused, refused: 3 }, deployment)[0]?.[1], 'secret missing')
})

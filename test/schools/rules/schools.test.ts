import t from 'tap'
import { guessSchools } from '#src/schools/rules/deployment.ts'
import {
  chosenSettings,
  describeJoin,
  describeMove,
  differingSettings,
  type SchoolNumbers,
} from '#src/schools/rules/join-schools.ts'
import { chosenPreset, pastedAddress, plannedPlatform } from '#src/schools/rules/platform-presets.ts'
import { freeSchoolName, NEW_SWITCHES, type SchoolSettings } from '#src/schools/rules/school.ts'
import { connectionName, versionsText } from '#src/schools/rules/school-facts.ts'

const settings = (over: Partial<SchoolSettings> = {}): SchoolSettings => ({
  name: 'River High',
  emailDomain: null,
  ...NEW_SWITCHES,
  ...over,
})

t.test('settings that differ are listed in words, and one of both is chosen for each', async t => {
  t.strictSame(differingSettings(settings(), settings({ name: 'Lake' })), [], 'the name is asked for')
  const [a, b] = [settings(), settings({ isK12: true, acceptsPayment: false, emailDomain: 'lake.example' })]
  t.strictSame(
    differingSettings(a, b).map(d => [d.label, ...d.values]),
    [
      ['Email domain', 'any', 'lake.example'],
      ['Card payment', 'on', 'off'],
      ['K-12', 'off', 'on'],
    ],
  )
  t.equal(chosenSettings(a, b, { isK12: 'joins', acceptsPayment: 'joins' }), null, 'one is not chosen')
  const { name: _, ...same } = a
  t.strictSame(chosenSettings(a, b, { isK12: 'joins', acceptsPayment: 'stays', emailDomain: 'joins' }), {
    ...same,
    isK12: true,
    emailDomain: 'lake.example',
  })
  t.strictSame(chosenSettings(a, a, { isK12: 'joins' }), same)
})

t.test('describes what a join and a move do', async t => {
  const numbers = (over: Partial<SchoolNumbers> = {}): SchoolNumbers => ({
    ...{ id: 1, name: 'River High', consumers: 1, deployments: 0, courses: 1, people: 1, batches: 0, codes: 0 },
    ...{ staff: 0, seatLinks: 0, defaultProducts: [], ...over },
  })
  const lake = numbers({ name: 'Lake', courses: 1200, people: 30, deployments: 1, defaultProducts: ['B'] })
  t.strictSame(describeJoin(numbers({ defaultProducts: ['A'] }), lake), [
    '1,200 courses with 30 people of Lake move to River High.',
    '2 connections and 0 seat links move too. They keep working.',
    '0 batches of codes move, with 0 codes.',
    'New courses get: A, B.',
    'Tokens, payments and codes in use do not change. You cannot undo this.',
  ])
  t.match(describeJoin(numbers({ staff: 1 }), numbers())[3], /Staff whose role is limited/)
  const changes = differingSettings(settings(), settings({ isK12: true }))
  const move = { connection: 'LTI 1.1, key river', from: numbers(), courses: 1, people: 2, changes, isLast: true }
  t.strictSame(describeMove(move, 'Lake'), [
    'LTI 1.1, key river moves to Lake, with 1 course and 2 people.',
    'K-12 changes from off to on.',
    'Batches of codes, seat links and notes stay with River High.',
    'River High then has no connection.',
  ])
})

t.test('a new school gets a name that no other has', async t => {
  const free = (...taken: string[]) =>
    freeSchoolName(
      'River High',
      'lms.example',
      taken.map(name => ({ name })),
    )
  t.equal(free('Lake'), 'River High')
  t.equal(free('river high'), 'River High (lms.example)')
  t.equal(free('River High', 'River High (LMS.example)'), 'River High (lms.example) 2')
  t.equal(freeSchoolName('lms.example', 'lms.example', [{ name: 'lms.example' }]), 'lms.example 2')
})

t.test('guesses the school of a deployment by its host and name', async t => {
  const schools = ['River High School', 'Lakeside One School', 'Oak College', 'Elm'].map((name, id) => ({ id, name }))
  const hosts = [
    { schoolId: 2, host: 'lms.example' },
    { schoolId: 3, host: 'canvas.instructure.com' },
  ]
  const guess = (over: { domain?: string; seenName?: string; seenTitle?: string }) =>
    guessSchools({ domain: 'a.example', seenName: null, seenTitle: null, ...over }, schools, hosts).map(g => [
      g.id,
      g.because,
    ])
  t.strictSame(guess({}), [])
  t.strictSame(guess({ domain: 'lms.example', seenName: 'River High' }), [
    [2, 'host'],
    [0, 'name'],
  ])
  t.strictSame(guess({ domain: 'canvas.instructure.com' }), [], 'a host of many schools is no clue')
  t.strictSame(guess({ seenTitle: 'ASL Lakeside' }), [[1, 'name']])
  t.strictSame(guess({ seenName: 'High School' }), [], 'nor are words that many names have')
})

t.test('names connections and LTI versions', async t => {
  t.equal(connectionName({ kind: 'consumer', key: 'river' }), 'LTI 1.1, key river')
  t.equal(
    connectionName({ kind: 'deployment', deploymentId: '1', domain: 'river.example' }),
    'LTI 1.3, deployment 1 of river.example',
  )
  t.equal(versionsText({ consumers: [], deployments: [] }), '')
})

t.test('the type of a platform: a choice counts before the D2L box, and the form says what it creates', t => {
  for (const [isD2l, chosen, preset] of [
    [true, undefined, 'd2l'],
    [true, '', 'd2l'],
    [false, '', 'canvas'],
    [true, 'moodle', 'moodle'],
    [false, 'd2l', 'd2l'],
    [true, 'nonsense', 'd2l'],
  ] as const)
    t.equal(chosenPreset(isD2l, chosen), preset, `${isD2l} ${chosen}`)
  const said = plannedPlatform(' https://Moodle.school.edu/ ', '1', 'moodle')
  t.equal(
    said,
    'This creates a Moodle platform: issuer https://moodle.school.edu, login at https://moodle.school.edu/mod/lti/auth.php.',
  )
  t.equal(plannedPlatform('', '', 'd2l'), 'This creates a D2L Brightspace platform.')
  t.match(plannedPlatform('x.example', '1', 'custom'), 'with the addresses that you enter')
  t.end()
})

t.test('removes spaces and repeated slashes from pasted addresses', t => {
  for (const [typed, meant] of [
    [' https://a.example/ ', 'https://a.example'],
    ['https://a.example//mod/lti//auth.php\n', 'https://a.example/mod/lti/auth.php'],
    ['https://a.example/x/', 'https://a.example/x/'],
    ['https://a.example', 'https://a.example'],
    ['<HTTPS://A.example/X>\u200b', 'https://a.example/X'],
    ['“https://a.example/x?to=https://b.example//y”', 'https://a.example/x?to=https://b.example//y'],
    ['  ', undefined],
    [undefined, undefined],
  ] as const)
    t.equal(pastedAddress(typed), meant, String(typed))
  t.end()
})

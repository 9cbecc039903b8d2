import fc from 'fast-check'
import t from 'tap'
import {
  countSteps,
  isStudent,
  type RosterMember,
  type RosterPerson,
  rosterNames,
  rosterSteps,
} from '#src/lti/rules/roster.ts'
import { rosterOf, rosterStep } from '#src/lti/texts/roster.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { FUTURE, PAST } from '../../support/facts.ts'
import { holds } from '../../support/property.ts'

const { roster: texts } = textsIn('en')
const words = { texts, date: () => '11/20/26' }
const A = { product: 'ASL 1', code: null, paid: false }
const B = { product: 'ASL 2', code: null, paid: false }
const person = (over: Partial<RosterPerson> = {}): RosterPerson => ({
  ltiUserId: '1',
  name: 'Ana',
  isLearner: true,
  isTest: false,
  agreedAt: null,
  processedAt: null,
  accessEndsAt: null,
  unprocessedAt: null,
  needs: [A, B],
  isPaying: false,
  ...over,
})
const member = (over: Partial<RosterMember> = {}): RosterMember => ({
  ltiUserId: '2',
  name: 'Ben',
  role: 'learner',
  isActive: true,
  isTest: false,
  ...over,
})

t.test('shows the step of a student and what is missing', async t => {
  const cases: [name: string, given: Partial<RosterPerson>, step: string, word: string, stuck: RegExp | null][] = [
    ['opened', {}, 'opened', 'Opened', /Has not agreed/],
    ['agreed', { agreedAt: PAST }, 'agreed', 'Agreed', /Has not entered an access code or paid yet/],
    ['half', { needs: [{ ...A, code: 'X' }, B] }, 'codes', '1 of 2 codes', /Still needs: ASL 2\.$/],
    ['half by card', { needs: [A, { ...B, paid: true }] }, 'codes', '1 of 2 products', /Still needs: ASL 1\.$/],
    ['paid', { agreedAt: PAST, isPaying: true }, 'paid', 'Paid', /confirming the payment/],
    ['in', { processedAt: PAST, accessEndsAt: FUTURE }, 'in', 'Has access', null],
    ['over', { accessEndsAt: PAST, unprocessedAt: PAST }, 'ended', 'Ended', /Access ended on 11\/20\/26\. They need/],
    ['taken out', { unprocessedAt: PAST, agreedAt: PAST }, 'out', 'Removed', /Write to us/],
    [
      'taken out, and halfway back',
      { unprocessedAt: PAST, needs: [{ ...A, code: 'X' }, B] },
      'codes',
      '1 of 2 codes',
      /ASL 2/,
    ],
  ]
  for (const [name, given, step, word, stuck] of cases) {
    const shown = rosterStep(person(given), words)
    t.hasStrict(shown, { step, word }, name)
    if (stuck) t.match(shown.stuck, stuck, name)
    else t.equal(shown.stuck, null, name)
  }
})

const complete = (items: RosterMember[]) => ({ items, complete: true })

t.test('students who left or are suspended are a group of their own and are not counted', async t => {
  const people = [
    person({ ltiUserId: '1', name: 'Ana', processedAt: PAST }),
    person({ ltiUserId: '2', name: 'Gone', processedAt: PAST }),
    person({ ltiUserId: '3', name: 'Suspended' }),
    person({ ltiUserId: '4', name: 'Tester', isTest: true }),
    person({ ltiUserId: null, name: 'Signed up' }),
  ]
  const items = [member({ ltiUserId: '1', name: 'Ana' }), member({ ltiUserId: '3', name: null, isActive: false })]
  const left = (list: { items: RosterMember[]; complete: boolean } | null) =>
    rosterOf(people, list, words)
      .filter(r => r.step === 'left')
      .map(r => r.name)
  t.strictSame(left(complete(items)), ['Gone', 'Suspended'])
  t.strictSame(left({ items, complete: false }), ['Suspended'], 'an incomplete list makes nobody leave')
  t.strictSame(left(null), [], 'nor does no list')
  const rows = rosterOf(people, complete(items), words)
  t.hasStrict(
    rows.find(r => r.name === 'Gone'),
    { word: texts.steps.left, stuck: texts.left(texts.steps.in) },
    'our own data is shown',
  )
  t.strictSame(
    countSteps(rows).map(({ step, count }) => `${step} ${count}`),
    ['in 1', 'opened 1', 'left 2'],
  )
  t.equal(rosterNames(rows), 'Signed up\nAna')
})

t.test('the LMS roster adds names and people who have not opened the course', async t => {
  const rows = rosterOf(
    [
      person({ processedAt: PAST }),
      person({ ltiUserId: '4', name: null }),
      person({ ltiUserId: '5', isLearner: false }),
    ],
    complete([
      member({ ltiUserId: '1', name: 'Ana of the LMS' }),
      member({ ltiUserId: '4', name: null }),
      member(),
      member({ ltiUserId: '3', name: 'Gone', isActive: false }),
      member({ ltiUserId: '5', name: 'Tess, a learner only in the list' }),
      member({ ltiUserId: '6', name: 'Uma', role: 'instructor' }),
    ]),
    words,
  )
  t.strictSame(
    rows.map(r => [r.name, r.step]),
    [
      ['Ben', 'absent'],
      ['Student without a name', 'opened'],
      ['Ana of the LMS', 'in'],
    ],
  )
  t.equal(rosterOf([person()], null, words).length, 1)
})

t.test('tells students of one name apart by the end of their id', async t => {
  const marks = (people: RosterPerson[], members: RosterMember[] = []) =>
    rosterOf(people, { items: members, complete: false }, words).map(r => `${r.name}: ${r.mark}`)
  const ana = (ltiUserId: string | null, name: string | null = 'Ana') => person({ ltiUserId, name })
  t.strictSame(marks([ana('1'), ana('2', 'Ben')]), ['Ana: null', 'Ben: null'])
  t.strictSame(marks([ana('user-90001'), ana('user-90002', 'ana ')]).sort(), [
    'Ana: LMS ID ends in 0001',
    'ana : LMS ID ends in 0002',
  ])
  t.strictSame(marks([ana('user-10077'), ana('user-20077')]), [
    'Ana: LMS ID ends in 10077',
    'Ana: LMS ID ends in 20077',
  ])
  t.strictSame(marks([ana('7')], [member({ ltiUserId: '17', name: 'Ana' })]), [
    'Ana: LMS ID ends in 17',
    'Ana: LMS ID ends in 7',
  ])
  t.strictSame(marks([ana(null), ana('7')]), ['Ana: LMS ID ends in 7', 'Ana: Signed up with your link'])
  t.strictSame(marks([ana('71', null), ana('72', null)]), [
    'Student without a name: LMS ID ends in 71',
    'Student without a name: LMS ID ends in 72',
  ])
})

t.test('properties of the roster', async t => {
  const people = fc.array(
    fc.record({
      ltiUserId: fc.option(fc.constantFrom('1', '2', '3')),
      processedAt: fc.constantFrom(null, PAST),
      agreedAt: fc.constantFrom(null, PAST),
      isPaying: fc.boolean(),
    }),
  )
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 9 })
  holds(t, 'no two students of one name have the same mark', [ids], given => {
    const rows = rosterOf(
      given.map(ltiUserId => person({ ltiUserId })),
      null,
      words,
    )
    return new Set(rows.map(r => r.mark)).size === given.length
  })
  holds(t, 'only people without access are stuck, and money is never mentioned', [people], given => {
    const rows = rosterOf(
      given.map(g => person(g)),
      { items: [member({ ltiUserId: '9' })], complete: false },
      words,
    )
    return (
      rows.length === given.length + 1 &&
      rows.every(
        r =>
          (r.stuck === null) === (r.step === 'in') &&
          rosterSteps.includes(r.step) &&
          !/[$€]|\d\.\d\d/.test(`${r.word} ${r.stuck}`),
      )
    )
  })
})

t.test('one student is one', async t => {
  t.equal(texts.total(0, 1), '0 of 1 student has access.')
  t.equal(texts.total(1, 2), '1 of 2 students have access.')
})

t.test('only students are listed: the class list decides, and who opened the course as a teacher is none', async t => {
  const shown = (people: Partial<RosterPerson>[], members: Partial<RosterMember>[]) =>
    rosterOf(people.map(person), complete(members.map(member)), words)
      .filter(isStudent)
      .map(r => r.name)
  const ta = { ltiUserId: 'ta', name: 'Tia' }
  t.strictSame(shown([], [{ ...ta, role: 'assistant' }]), [], 'an assistant who has not opened the link')
  t.strictSame(shown([], [{ ...ta, role: 'observer' }]), [], 'nor an observer')
  t.strictSame(shown([ta], [{ ...ta, role: 'assistant' }]), [], 'one who opened it with a switched role')
  t.strictSame(shown([{ ...ta, isLearner: false }], [ta]), [], 'one whom Moodle lists as a learner')
  t.strictSame(shown([ta], [ta]), ['Tia'], 'a student')
  t.strictSame(shown([ta], []), [], 'nor a student who left the class list')
  t.strictSame(shown([], [{ ...ta, isTest: true }]), [], 'a test student who has not opened it')
  const [row] = rosterOf([person({ ...ta, isTest: true })], null, words)
  t.hasStrict(row, { name: 'Tia', isTest: true }, 'a test student is marked')
})

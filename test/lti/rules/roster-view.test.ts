import t from 'tap'
import {
  countSteps,
  filterRoster,
  type RosterRow,
  rosterCsv,
  rosterFilter,
  rosterNames,
} from '#src/lti/rules/roster.ts'
import en from '#src/texts/en/roster.ts'

const row = (name: string, over: Partial<RosterRow> = {}): RosterRow => ({
  name,
  mark: null,
  isTest: false,
  step: 'agreed',
  word: 'Agreed',
  stuck: 'Has not entered an access code or paid yet.',
  ...over,
})
const rows = [
  row('Ben Okafor', { step: 'absent', word: 'Not opened' }),
  row('Ana Íñiguez', { mark: 'LMS ID ends in 12' }),
  row('=Ana', {}),
  row('Test Student', { isTest: true }),
  row('Carla Soto', { step: 'in', word: 'Has access', stuck: null }),
]

t.test('an address names a known step and a part of a name', async t => {
  t.strictSame(rosterFilter({ step: 'agreed', name: ' ana ' }), { step: 'agreed', name: 'ana' })
  t.strictSame(rosterFilter({ step: 'rich' }), { step: null, name: '' })
  t.equal(rosterFilter({ name: 'x'.repeat(5000) }).name.length, 200)
})

t.test('counts the students of each step that has some, the last step first, without test students', async t => {
  t.strictSame(countSteps(rows), [
    { step: 'in', count: 1 },
    { step: 'agreed', count: 2 },
    { step: 'absent', count: 1 },
  ])
  t.strictSame(countSteps([]), [])
})

t.test('shows one step, and names by a part of them, with or without accents', async t => {
  const names = (filter: Parameters<typeof filterRoster>[1]) => filterRoster(rows, filter).map(({ name }) => name)
  t.strictSame(names({ step: null, name: '' }).length, rows.length)
  t.strictSame(names({ step: 'agreed', name: '' }), ['Ana Íñiguez', '=Ana', 'Test Student'])
  t.strictSame(names({ step: null, name: 'iniguez' }), ['Ana Íñiguez'])
  t.strictSame(names({ step: 'in', name: 'ana' }), [])
})

t.test('names to copy and the file leave out test students, and no cell is a formula', async t => {
  t.equal(rosterNames(rows), 'Ben Okafor\nAna Íñiguez (LMS ID ends in 12)\n=Ana\nCarla Soto')
  t.strictSame(rosterCsv(rows.slice(2), en).split('\r\n'), [
    '\u{feff}Student,Step,Still needed',
    "'=Ana,Agreed,Has not entered an access code or paid yet.",
    'Carla Soto,Has access,All done.',
    '',
  ])
})

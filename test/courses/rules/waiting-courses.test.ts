import t from 'tap'
import { courseStem, type EarlierCourse, suggest } from '#src/courses/rules/waiting-courses.ts'

t.test('finds the part of a course name that stays from term to term', async t => {
  for (const [name, stem] of [
    ['ASL 101 - Fall 2026', 'asl 101'],
    ['ASL 101 (Spring 2027)', 'asl 101'],
    ['ASL 101 SP26', 'asl 101'],
    ['ASL 101 2026-27', 'asl 101'],
    ['Lengua de señas I, Semester', 'lengua de señas i'],
    [null, ''],
    ['2026', ''],
  ] as const)
    t.equal(courseStem(name), stem, String(name))
})

const product = (productCode: string) => ({
  id: productCode.charCodeAt(0),
  productCode,
  name: productCode,
  isFree: productCode === 'FREE',
})
const course = (id: number, title: string, teacherIds: number[], code?: string): EarlierCourse => ({
  id,
  title,
  label: null,
  teacherIds,
  products: code ? [product(code)] : [],
  createdAt: new Date(2026, 0, id),
  beganAt: new Date(2026, 0, id),
})

const date = (instant: Date) => String(instant.getDate())

t.test('suggests products, most likely first', async t => {
  const now = { ...course(99, 'ASL 101 Fall 2026', [7]), version: '1.1' as const }
  const both = course(1, 'ASL 101 Fall 2025', [7, 8], 'A')
  const name = course(5, 'ASL 101 Spring 2026', [9], 'B')
  const teacher = course(6, 'ASL 202', [7], 'C')
  const last = course(8, 'Other', [1], 'D')
  const of = (earlier: EarlierCourse[], defaults: string[] = []) => {
    const found = suggest(now, earlier, defaults.map(product), date)
    return found && [found.products[0]?.productCode, found.because]
  }
  t.strictSame(of([last, teacher, name, both], ['X']), [
    'A',
    'Same as “ASL 101 Fall 2025” (since 1): the same name or label, the same teacher',
  ])
  t.strictSame(of([last, teacher, name], ['X']), [
    'B',
    'Same as “ASL 101 Spring 2026” (since 5): the same name or label',
  ])
  t.strictSame(of([last, teacher], ['X']), ['X', 'The default products of this school'])
  t.strictSame(of([last, teacher]), ['C', "Guess: C, as in “ASL 202” (since 6): the teacher's newest course"])
  t.strictSame(of([last, course(3, 'Older', [1], 'E')]), [
    'D',
    "Guess: D, as in “Other” (since 8): the school's newest course",
  ])
  const guessed = (earlier: EarlierCourse[], defaults: string[] = []) =>
    suggest(now, earlier, defaults.map(product), date)?.isGuess
  t.strictSame(
    [guessed([teacher]), guessed([last]), guessed([name]), guessed([], ['X'])],
    [true, true, false, false],
    'another course is a guess',
  )
  const free = course(9, 'Taster', [7], 'FREE')
  t.strictSame(
    of([free, last]),
    ['D', "Guess: D, as in “Other” (since 8): the school's newest course"],
    'a free course does not make other courses free',
  )
  t.strictSame(
    of([free]),
    ['FREE', "Guess: FREE, as in “Taster” (since 9): the teacher's newest course"],
    'unless the school has only free ones',
  )
  t.strictSame(
    of([course(9, 'ASL 101', [1], 'FREE'), last]),
    ['FREE', 'Same as “ASL 101” (since 9): the same name or label'],
    'unless it is the same course',
  )
  const called = (title: string, label: string | null) => ({ ...course(5, title, [9], 'B'), label })
  const why = (title: string, label: string | null) =>
    suggest({ ...now, label: 'ASL-1-F26' }, [called(title, label)], [], date)?.because
  for (const [title, label] of [
    ['ASL 1 and 2', 'ASL-1 (F25)'],
    ['ASL 1 and 2', 'ASL 101'],
    ['ASL 1', null],
  ] as const)
    t.equal(why(title, label), `Same as “${title}” (since 5): the same name or label`)
  t.equal(of([course(9, 'ASL 101', [7]), now]), null, 'neither an empty course nor itself')
})

t.test('suggests one product at most for a course of LTI 1.3', async t => {
  const two = { ...course(3, 'ASL 101', [7], 'A'), products: [product('A'), product('B')] }
  const [one, defaults] = [course(2, 'Other', [1], 'C'), ['X', 'Y'].map(product)]
  const of = (version: '1.1' | '1.3', earlier: EarlierCourse[], ds: typeof defaults) =>
    suggest({ ...course(99, 'ASL 101', [7]), version }, earlier, ds, date)?.products.map(p => p.productCode) ?? null
  t.strictSame(of('1.1', [two, one], defaults), ['A', 'B'])
  t.strictSame(of('1.3', [two, one], defaults), ['C'])
  t.strictSame(of('1.1', [], defaults), ['X', 'Y'])
  t.strictSame(of('1.3', [], defaults), null)
  t.strictSame(of('1.3', [two], defaults.slice(1)), ['Y'])
})

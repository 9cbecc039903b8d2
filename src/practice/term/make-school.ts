import { DAY_MS } from '#src/core/rules/time.ts'
import { NUMBERED_TABLES, type NumberedTable, type TermRows, type TermTable } from '../store/term-tables.ts'
import { type Term, termOf } from './calendar.ts'
import { makeCodeStock } from './codes.ts'
import { makeCourse } from './courses.ts'
import { makeHelpRequests } from './help.ts'
import { makeLaunches, type Visitor } from './launches.ts'
import { addAuditLines, type DeadJob, emptyRows, type Maker, type TermPlace } from './maker.ts'
import { makePerson, type TermPerson } from './people.ts'
import { divide, type SchoolPlan } from './plan.ts'
import { makeRandom } from './random.ts'
import { recordSchool, recordViews } from './school-history.ts'
import type { TermStudent } from './student-row.ts'
import { makeStudent } from './students.ts'

interface SchoolData {
  rows: TermRows
  deadJobs: DeadJob[]
}

interface Making extends TermPlace {
  plan: SchoolPlan
  /** Returns the next id for a row of a numbered table. */
  nextId(table: NumberedTable): number
}

/** Part of a school's courses and students that it had a year ago. */
const LAST_YEAR = 2 / 3

/** Makes one school of the practice term: the same data for the same school, instant and ids. */
export const makeSchool = ({ plan, nextId, ...place }: Making): SchoolData => {
  const { school } = plan
  const random = makeRandom(`term ${school.slug}`)
  const rows = emptyRows()
  const lines: Parameters<Maker['record']>[0][] = []
  const deadJobs: DeadJob[] = []
  const changers = place.colleagues.filter(c => c.role !== 'viewer')
  const managers = place.colleagues.filter(c => c.role === 'manager')
  const maker: Maker = {
    ...place,
    school,
    random,
    add(table, row) {
      // `row` is of this table, which TypeScript does not see for a table that is a parameter.
      ;(rows[table] as object[]).push(row)
      if (!isNumbered(table)) return 0
      const id = nextId(table)
      Object.assign(row, { id })
      return id
    },
    record: line => void lines.push(line),
    fail: job => void deadJobs.push(job),
    support: () => random.pick(changers),
    manager: () => random.pick(managers),
  }
  recordSchool(maker)
  makeTerm(maker, termOf(place.now, 1), {
    courses: Math.ceil(plan.courses * LAST_YEAR),
    students: Math.round(plan.students * LAST_YEAR),
  })
  const { students, teaching } = makeTerm(maker, termOf(place.now), plan)
  makeHelpRequests(maker, students)
  recordViews(maker, students)
  addAuditLines(
    maker.add,
    lines.filter(line => line.at < place.now),
  )
  const visitors = [...students.map(visitorOf), ...teaching]
  for (const launch of makeLaunches({ school, now: place.now, platform: place.platform, visitors }))
    maker.add('launchDiary', launch)
  return { rows, deadJobs: deadJobs.filter(job => job.at < place.now) }
}

const isNumbered = (table: TermTable): table is NumberedTable => NUMBERED_TABLES.some(numbered => numbered === table)

const makeTerm = (maker: Maker, term: Term, { courses, students }: Pick<SchoolPlan, 'courses' | 'students'>) => {
  const { random } = maker
  const isNow = term.endsAt > maker.now
  const teachers = Array.from({ length: Math.ceil(courses / 2.5) }, (_, i) =>
    makePerson(maker, {
      at: new Date(term.startsAt.getTime() - 21 * DAY_MS),
      number: isNow ? i + 1 : 900 + i,
      how: 'teacher',
    }),
  )
  const sizes = divide(
    students,
    Array.from({ length: courses }, () => random.between(0.4, 1.6)),
  )
  // Numbers distinguish addresses and course ids, also those of the two terms.
  const first = isNow ? 0 : 1_000_000
  const all: TermStudent[] = []
  const teaching: Visitor[] = []
  const stocks = new Map(maker.products.map(product => [product.id, makeCodeStock(maker, product, term)]))
  for (const [i, size] of sizes.entries()) {
    const team = teamOf(maker, teachers)
    const course = makeCourse(maker, { term, number: isNow ? i + 1 : 500 + i, students: size, teachers: team })
    for (const _ of team) teaching.push({ course, since: course.createdAt, teaches: true })
    const own = course.products.map(p => stocks.get(p.id)!)
    for (let n = 0; n < size; n++) all.push(makeStudent(maker, course, first + all.length + 1, own))
  }
  for (const stock of stocks.values()) stock.finish()
  return { students: all, teaching }
}

/** One teacher, or two who share a course. */
const teamOf = ({ random }: Maker, teachers: TermPerson[]): TermPerson[] => {
  const [first, second] = [random.pick(teachers), random.pick(teachers)]
  return first !== second && random.chance(0.15) ? [first, second] : [first]
}

const visitorOf = ({ course, row }: TermStudent): Visitor => ({ course, since: row.createdAt!, teaches: false })

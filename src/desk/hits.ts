import { listStaffCoupons } from '#src/access/codes.ts'
import { codeKey } from '#src/access/rules/access-code.ts'
import { couponShownTo } from '#src/access/rules/staff-codes.ts'
import { findForStaff } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { endOfDay, startOfDay } from '#src/core/rules/business-day.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { isLimited, may, type Staff } from '#src/core/rules/staff.ts'
import { type SearchQuery, SHORTEST_PART } from './rules/search.ts'
import type { FoundMail, FoundPerson, SearchResult } from './rules/search-results.ts'
import { mailNames } from './rules/waiting-work.ts'
import {
  listHelpRequestsOf,
  listMailsOfPayment,
  listMailsTo,
  searchHelpRequests,
  searchMails,
} from './store/message-search.ts'
import { searchPayments } from './store/payment-search.ts'
import {
  findCourses,
  findCoursesByJoinToken,
  findDeployments,
  findPersonIdsByCoupons,
  findPersonIdsByPartOfEmail,
  findPersonIdsByPayment,
  findPersonIdsByPaymentSuffix,
  findPersonIdsBySession,
  findSchools,
  listCodesBeginning,
  listPeopleByEmail,
  listPeopleByIds,
  listTeachersByEmail,
  searchBatches,
  searchCoursesByName,
  searchDeploymentsByName,
  searchPeopleByName,
  searchProducts,
  searchSchoolsByName,
  searchTeachersByName,
} from './store/search.ts'
import { parseMailSearch } from './texts/search.ts'

type Places = Pick<SearchResult, 'courses' | 'schools'>

/** Mail of a course or school that is found without a kind of mail: an answer beside others. */
const MOST_BESIDE = 5
/** No mail is listed if more courses and schools match, since it could be about any of them. */
const MOST_PLACES = 5
/** Characters of the payment reference on a receipt. */
const REFERENCE_LENGTH = 10

/** Returns the help requests with these words, and the mail of a kind, a payment, or a found course or school. */
const findHelpAndMail = async (
  db: Queryable,
  { text, words }: { text: string; words: string[] },
  hits: Places,
  by: Staff,
): Promise<Pick<SearchResult, 'helpRequests' | 'mails'>> => {
  const ofPayment = text.length === REFERENCE_LENGTH ? await listMailsOfPayment(db, text) : []
  return {
    helpRequests: await searchHelpRequests(db, words),
    mails: ofPayment.length > 0 ? ofPayment : await findMails(db, text, hits, by),
  }
}

const findMails = async (db: Queryable, text: string, hits: Places, by: Staff): Promise<FoundMail[]> => {
  const { kinds, words } = parseMailSearch(text)
  if (kinds.length === 0) return ofPlaces(db, keysOf(mailNames), hits, MOST_BESIDE)
  if (words.length === 0) return searchMails(db, { kinds, names: [] })
  const courses = (await searchCoursesByName(db, words, by)).found
  const schools = (await searchSchoolsByName(db, words)).found
  return ofPlaces(db, kinds, { courses, schools })
}

const ofPlaces = async (
  db: Queryable,
  kinds: FoundMail['kind'][],
  { courses, schools }: Places,
  most?: number,
): Promise<FoundMail[]> => {
  const names = [...new Set([...courses.map(c => c.title), ...schools.map(s => s.name)])]
  return names.length === 0 || names.length > MOST_PLACES ? [] : searchMails(db, { kinds, names, most })
}

interface Hits extends Omit<SearchResult, 'question' | 'person' | 'people' | 'stuck'> {
  personIds: number[]
}

const NONE: Hits = {
  personIds: [],
  teachers: [],
  codes: [],
  courses: [],
  schools: [],
  deployments: [],
  products: [],
  batches: [],
  payments: [],
  helpRequests: [],
  mails: [],
  named: { people: 0, teachers: 0, courses: 0, schools: 0 },
}

/** Returns the records that match a search, as far as the role covers their schools. */
export const findHits = async (
  { db, timezone }: Needs<'db' | 'timezone'>,
  question: SearchQuery,
  by: Staff,
): Promise<Hits> => {
  switch (question.is) {
    case 'nothing':
      return NONE
    case 'launch': {
      const words = wordsOf(question.reference)
      return isLimited(by) ? NONE : { ...NONE, helpRequests: await searchHelpRequests(db, words) }
    }
    case 'email': {
      const teachers = await listTeachersByEmail(db, question.email, by)
      const people = (await listPeopleByEmail(db, question.email, by)).filter(p => teachers.every(t => t.id !== p.id))
      const begun = people.length + teachers.length > 0 ? [] : await findPersonIdsByPartOfEmail(db, question.email)
      const isAlone = people.length + begun.length === 0 && !isLimited(by)
      return {
        ...NONE,
        personIds: [...people.map(p => p.id), ...begun],
        teachers,
        helpRequests: isLimited(by) ? [] : await listHelpRequestsOf(db, question.email),
        mails: isAlone ? await listMailsTo(db, question.email) : [],
      }
    }
    case 'paid': {
      const { amount, day } = question
      const at = day === null ? null : { from: startOfDay(day, timezone), until: endOfDay(day, timezone) }
      return isLimited(by) ? NONE : { ...NONE, payments: await searchPayments(db, amount, at) }
    }
    case 'token': {
      const found = await findForStaff({ db }, question.token, by)
      return { ...NONE, personIds: found ? [found.personId] : [] }
    }
    case 'join':
      return { ...NONE, courses: await findCoursesByJoinToken(db, question.token, by) }
    case 'payment':
      if (isLimited(by)) return NONE
      return {
        ...NONE,
        personIds: await findPersonIdsByPayment(db, question.id),
        mails: await listMailsOfPayment(db, question.id),
      }
    case 'session':
      return isLimited(by) ? NONE : { ...NONE, personIds: await findPersonIdsBySession(db, question.id) }
    case 'text': {
      if (isLimited(by)) return findCoursesAndNames(db, question, by)
      const hits = await findText(db, question, by)
      return { ...hits, ...(await findHelpAndMail(db, question, hits, by)) }
    }
    default:
      return question satisfies never
  }
}

type TextQuery = Extract<SearchQuery, { is: 'text' }>

const findText = async (db: Queryable, { text, words }: TextQuery, by: Staff): Promise<Hits> => {
  const codes = await listStaffCoupons(db, text)
  const couponIds = codes.map(c => c.id)
  const users = couponIds.length > 0 ? await findPersonIdsByCoupons(db, couponIds) : []
  const personIds = [...users, ...(await findPersonIdsByPaymentSuffix(db, text))]
  const courses = await findCourses(db, text, by)
  const schools = await findSchools(db, text)
  const deployments = await findDeployments(db, text)
  const isFound = codes.length + personIds.length + courses.length + schools.length + deployments.length > 0
  const shown = codes.map(coupon => couponShownTo(by, coupon))
  if (isFound) return { ...NONE, codes: shown, personIds, courses, schools, deployments }
  return withParts(db, text, await findByNames(db, words, by), by)
}

/** Adds the people whose email begins so or is of this domain, and the codes that begin so. */
const withParts = async (db: Queryable, text: string, named: Hits, by: Staff): Promise<Hits> => {
  if (text.length < SHORTEST_PART || /\s/.test(text)) return named
  const people = await findPersonIdsByPartOfEmail(db, text)
  const key = codeKey(text)
  // A viewer could find out a code letter by letter.
  const begun = key.length < SHORTEST_PART || !may(by, 'change') ? [] : await listCodesBeginning(db, key)
  const codes = (await Promise.all(begun.map(code => listStaffCoupons(db, code)))).flat()
  return {
    ...named,
    personIds: [...new Set([...named.personIds, ...people])],
    codes: codes.map(coupon => couponShownTo(by, coupon)),
  }
}

/** Codes, payments and schools have pages that a role for some schools does not open. */
const findCoursesAndNames = async (db: Queryable, { text, words }: TextQuery, by: Staff): Promise<Hits> => {
  const courses = await findCourses(db, text, by)
  return courses.length > 0 ? { ...NONE, courses } : findByNames(db, words, by)
}

const findByNames = async (db: Queryable, words: string[], by: Staff): Promise<Hits> => {
  if (words.length === 0) return NONE
  const people = await searchPeopleByName(db, words, by)
  const teachers = await searchTeachersByName(db, words, by)
  const courses = await searchCoursesByName(db, words, by)
  const found = {
    ...NONE,
    personIds: people.found.map(p => p.id),
    teachers: teachers.found,
    courses: courses.found,
    named: { ...NONE.named, people: people.total, teachers: teachers.total, courses: courses.total },
  }
  if (isLimited(by)) return found
  const schools = await searchSchoolsByName(db, words)
  return {
    ...found,
    schools: schools.found,
    deployments: await searchDeploymentsByName(db, words),
    products: await searchProducts(db, words),
    batches: await searchBatches(db, words),
    named: { ...found.named, schools: schools.total },
  }
}

/** If all matches have one e-mail, adds everybody with that e-mail. Two schools may know the same person. */
export const withSameEmail = async ({ db }: Needs<'db'>, personIds: number[], by: Staff): Promise<FoundPerson[]> => {
  const found = personIds.length > 0 ? await listPeopleByIds(db, [...new Set(personIds)], by) : []
  const [only, ...more] = new Set(found.map(p => p.email ?? ''))
  return only && more.length === 0 ? listPeopleByEmail(db, only, by) : found
}

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
import { MOST_NAMED, type SearchQuery, SHORTEST_PART } from './rules/search.ts'
import type { FoundMail, FoundPerson, SearchResult } from './rules/search-results.ts'
import { mailNames } from './rules/waiting-work.ts'
import {
  listHelpRequestsOf,
  listMailsAbout,
  listMailsOfKinds,
  listMailsOfPayment,
  listMailsTo,
  searchHelpRequests,
} from './store/message-search.ts'
import { listPaymentsIn, listPaymentsOf } from './store/payment-search.ts'
import * as store from './store/search.ts'
import { parseMailSearch } from './texts/search.ts'

/** Mail of a course or school that is found without a kind of mail: an answer beside others. */
const MOST_BESIDE = 5
/** No mail is listed if more courses and schools match, since it could be about any of them. */
const MOST_PLACES_WITH_MAIL = 5
/** Characters of the payment reference on a receipt. */
const REFERENCE_LENGTH = 10

type Places = Pick<SearchResult, 'courses' | 'schools'>

/** Returns the mail of a payment, or of the kind that was typed, or about a found course or school. */
const findMails = async (db: Queryable, text: string, hits: Places, by: Staff): Promise<FoundMail[]> => {
  const ofPayment = text.length === REFERENCE_LENGTH ? await listMailsOfPayment(db, text) : []
  if (ofPayment.length > 0) return ofPayment
  const { kinds, words } = parseMailSearch(text)
  if (kinds.length === 0) return listMailsOfPlaces(db, keysOf(mailNames), hits, MOST_BESIDE)
  if (words.length === 0) return listMailsOfKinds(db, kinds)
  const courses = (await store.searchCourses(db, words, by.schools)).found
  const schools = (await store.searchSchools(db, words)).found
  return listMailsOfPlaces(db, kinds, { courses, schools }, MOST_NAMED)
}

const listMailsOfPlaces = async (
  db: Queryable,
  kinds: FoundMail['kind'][],
  { courses, schools }: Places,
  most: number,
): Promise<FoundMail[]> => {
  const names = [...new Set([...courses.map(c => c.title), ...schools.map(s => s.name)])]
  return names.length === 0 || names.length > MOST_PLACES_WITH_MAIL ? [] : listMailsAbout(db, kinds, names, most)
}

interface Hits extends Omit<SearchResult, 'question' | 'person' | 'people' | 'stuck'> {
  personIds: number[]
}

const NONE: Hits = {
  personIds: [],
  codes: [],
  courses: [],
  schools: [],
  deployments: [],
  products: [],
  batches: [],
  payments: [],
  helpRequests: [],
  mails: [],
  named: { people: 0, courses: 0, schools: 0 },
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

/** Returns the records that match a search, as far as the role covers their schools. */
export const findHits = async (app: Needs<'db' | 'timezone'>, question: SearchQuery, by: Staff): Promise<Hits> => ({
  ...NONE,
  ...(await (isLimited(by) ? findInSchools(app.db, question, by) : findAnywhere(app, question, by))),
})

type SomeHits = Partial<Hits>

/** Codes, payments, schools and messages have pages that a role for some schools does not open. */
const findInSchools = async (db: Queryable, question: SearchQuery, by: Staff): Promise<SomeHits> => {
  switch (question.is) {
    case 'email':
      return { personIds: await findEmail(db, question.email, by) }
    case 'token': {
      const found = await findForStaff({ db }, question.token, by)
      return { personIds: found ? [found.personId] : [] }
    }
    case 'join':
      return { courses: await store.listCoursesByJoinToken(db, by.schools, question.token) }
    case 'session':
      // Sakai names courses so, too.
      return { courses: await store.findCourses(db, question.id, by.schools) }
    case 'text': {
      const courses = await store.findCourses(db, question.text, by.schools)
      return courses.length > 0 ? { courses } : findByNames(db, question.words, by)
    }
    default:
      return {}
  }
}

const findAnywhere = async (
  { db, timezone }: Needs<'db' | 'timezone'>,
  question: SearchQuery,
  by: Staff,
): Promise<SomeHits> => {
  switch (question.is) {
    case 'launch':
      return { helpRequests: await searchHelpRequests(db, wordsOf(question.reference)) }
    case 'email': {
      const personIds = await findEmail(db, question.email, by)
      const mails = personIds.length === 0 ? await listMailsTo(db, question.email) : []
      return { personIds, mails, helpRequests: await listHelpRequestsOf(db, question.email) }
    }
    case 'paid': {
      const { amount, day } = question
      if (day !== null)
        return { payments: await listPaymentsIn(db, startOfDay(day, timezone), endOfDay(day, timezone), amount) }
      return { payments: amount === null ? [] : await listPaymentsOf(db, amount) }
    }
    case 'payment':
      return {
        personIds: idsOf(await store.listPayers(db, question.id)),
        mails: await listMailsOfPayment(db, question.id),
      }
    case 'session':
      return {
        personIds: idsOf(await store.listPeopleBySession(db, question.id)),
        ...(await findInSchools(db, question, by)),
      }
    case 'text': {
      const hits = { ...NONE, ...(await findText(db, question, by)) }
      const helpRequests = await searchHelpRequests(db, question.words)
      return { ...hits, helpRequests, mails: await findMails(db, question.text, hits, by) }
    }
    default:
      return findInSchools(db, question, by)
  }
}

const findEmail = async (db: Queryable, email: string, by: Staff): Promise<number[]> => {
  const people = await store.listPeopleByEmail(db, by.schools, email)
  return idsOf(people.length > 0 ? people : await store.listPeopleByPartOfEmail(db, email))
}

type TextQuery = Extract<SearchQuery, { is: 'text' }>

/** Finds what is called so exactly, else what has these words, an email that begins so, or a code that does. */
const findText = async (db: Queryable, { text, words }: TextQuery, by: Staff): Promise<SomeHits> => {
  const codes = await listStaffCoupons(db, text)
  const users = codes.length > 0 ? await store.listPeopleByCoupons(db, idsOf(codes)) : []
  const payers = text.length === REFERENCE_LENGTH ? await store.listPayersByReceipt(db, text) : []
  const personIds = idsOf([...users, ...payers])
  const courses = await store.findCourses(db, text, by.schools)
  const schools = await store.findSchools(db, text)
  const deployments = await store.findDeployments(db, text)
  const isFound = [codes, personIds, courses, schools, deployments].some(found => found.length > 0)
  const shown = codes.map(coupon => couponShownTo(by, coupon))
  if (isFound) return { codes: shown, personIds, courses, schools, deployments }
  return withParts(db, text, await findByNames(db, words, by), by)
}

/** Adds the people whose email begins so or is of this domain, and the codes that begin so. */
const withParts = async (db: Queryable, text: string, named: Partial<Hits>, by: Staff): Promise<SomeHits> => {
  if (text.length < SHORTEST_PART || /\s/.test(text)) return named
  const people = idsOf(await store.listPeopleByPartOfEmail(db, text))
  const key = codeKey(text)
  // A viewer could find out a code letter by letter.
  const begun = key.length < SHORTEST_PART || !may(by, 'change') ? [] : await store.listCodesBeginning(db, key)
  const codes = (await Promise.all(begun.map(code => listStaffCoupons(db, code)))).flat()
  return {
    ...named,
    personIds: [...(named.personIds ?? []), ...people],
    codes: codes.map(coupon => couponShownTo(by, coupon)),
  }
}

const findByNames = async (db: Queryable, words: string[], by: Staff): Promise<SomeHits> => {
  if (words.length === 0) return {}
  const people = await store.searchPeople(db, words, by.schools)
  const courses = await store.searchCourses(db, words, by.schools)
  const totals = { people: people.total, courses: courses.total }
  const found = { personIds: idsOf(people.found), courses: courses.found }
  if (isLimited(by)) return { ...found, named: { ...totals, schools: 0 } }
  const schools = await store.searchSchools(db, words)
  return {
    ...found,
    schools: schools.found,
    deployments: await store.searchDeployments(db, words),
    products: await store.searchProducts(db, words),
    batches: await store.searchBatches(db, words),
    named: { ...totals, schools: schools.total },
  }
}

/** If all matches have one e-mail, adds everybody with that e-mail. Two schools may know the same person. */
export const withSameEmail = async ({ db }: Needs<'db'>, personIds: number[], by: Staff): Promise<FoundPerson[]> => {
  const found = personIds.length > 0 ? await store.listPeopleByIds(db, by.schools, [...new Set(personIds)]) : []
  const [only, ...more] = new Set(found.map(p => p.email ?? ''))
  return only && more.length === 0 ? store.listPeopleByEmail(db, by.schools, only) : found
}

import type { Queryable } from '#src/core/db/db.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { parseMailSearch } from './rules/mail-search.ts'
import type { FoundMail, SearchResult } from './rules/search-result.ts'
import { mailNames } from './rules/waiting-work.ts'
import { listMailsOfPayment, searchHelpRequests, searchMails } from './store/search-messages.ts'
import { searchCoursesByName, searchSchoolsByName } from './store/staff-search.ts'

type Places = Pick<SearchResult, 'courses' | 'schools'>

/** Mail of a course or school that is found without a kind of mail: an answer beside others. */
const MOST_BESIDE = 5
/** No mail is listed if more courses and schools match, since it could be about any of them. */
const MOST_PLACES = 5
/** Characters of the payment reference on a receipt. */
const REFERENCE_LENGTH = 10

/** Returns the help requests with these words, and the mail of a kind, a payment, or a found course or school. */
export const findMessages = async (
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
  return names.length === 0 || names.length > MOST_PLACES
    ? []
    : searchMails(db, { kinds, names, ...(most && { most }) })
}

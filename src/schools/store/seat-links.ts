import { execute, queryHasRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import type { SeatLink } from '../rules/school-facts.ts'

const MOST = 20

/** Lists the links of a school that are not withdrawn, newest first. */
export const listLinks = queryRows<Omit<SeatLink, 'link'>, [schoolId: number]>(
  'seat_links_of_school',
  `select id, created_at as "createdAt" from seat_links where school_id = $1 and withdrawn_at is null
   order by id desc limit ${MOST}`,
)

export const saveLink = execute<[schoolId: number, staffId: number, now: Date]>(
  'seat_link_saved',
  'insert into seat_links (school_id, created_by, created_at) values ($1, $2, $3)',
)

/** Withdraws a link of the school. Returns false if it is not there, or was withdrawn before. */
export const saveWithdrawn = queryHasRow<[schoolId: number, linkId: number, now: Date]>(
  'seat_link_withdrawn',
  'update seat_links set withdrawn_at = $3 where school_id = $1 and id = $2 and withdrawn_at is null returning id',
)

export const findLinkedSchool = queryValue<number, [linkId: number]>(
  'seat_link_school',
  'select school_id as value from seat_links where id = $1 and withdrawn_at is null',
)

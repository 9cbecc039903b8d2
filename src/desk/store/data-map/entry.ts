import type { PgTable } from 'drizzle-orm/pg-core'
import type { RetentionKind } from '#src/core/rules/retention.ts'

/** The kind of data that a column holds about a person. docs/privacy.md explains the words. */
export const held = {
  plain: 'nothing about a person',
  link: 'a number or key that ties the row to a person; it stays, and leads to the pseudonym',
  record: 'a fact that the books need; it stays under the pseudonym',
  personal: 'identifies or describes a person; it goes',
  token: 'opens a page of a person; replaced by a new random one',
  secret: 'a hash or an encrypted value; it goes with its row and is never exported',
  text: 'text that may name a person; the name, address and keys of the person are cut from it',
  signer: 'about a signer of clips; it goes when the signer is erased',
  staff: 'about a staff user; it goes when the user is removed',
} as const
export type Held = keyof typeof held

/** Effect of erasing a person on the rows about them. */
export const erasing = {
  delete: 'deleted',
  clear: 'kept, without what is personal in it',
  replace: 'replaced by a random name',
  stay: 'stays under the random name',
  cut: 'texts are searched for the person',
  nothing: 'no data about students or teachers',
} as const
type Erasing = keyof typeof erasing

interface About {
  purpose: string
  /** A kind with a retention setting, or how long in words. */
  kept: RetentionKind | `until ${string}` | `as long as ${string}`
  seenBy: string
  /** 'nothing' if absent. */
  erase?: Erasing
  /** SQL condition for the rows about a person; see `rowsOf`. */
  rows?: string
  /** SQL condition for rows of other schools than those in $2. What an LMS chose is not cut from them. */
  ofOthers?: string
  /** The kind of the columns that are not named. If absent: see `columnsOf`. */
  others?: Held
}

/** Columns by their kind. Those that can hold a text must be named (test/privacy/data-map.test.ts). */
type Named<Column> = { [Kind in Held]?: Column[] }

export interface Entry extends About {
  table: PgTable
  erase: Erasing
  named: Named<string>
}

/** Describes a table: what it is for, and what its columns hold about a person. */
export const entry = <T extends PgTable>(table: T, given: About & Named<keyof T['$inferSelect'] & string>): Entry => {
  const { purpose, kept, seenBy, erase = 'nothing', rows, ofOthers, others, ...named } = given
  return { table, purpose, kept, seenBy, erase, rows, ofOthers, others, named }
}

/** Makes the `entry` of tables that have these facts in common, unless one of them says otherwise. */
export const entriesOf =
  (shared: Pick<About, 'kept' | 'seenBy'> & Partial<About>) =>
  <T extends PgTable>(
    table: T,
    given: Pick<About, 'purpose'> & Partial<About> & Named<keyof T['$inferSelect'] & string>,
  ): Entry =>
    entry<T>(table, { ...shared, ...given })

export const BOOKS = 'as long as tax law requires'

/** SQL arrays of the keys of a person, for `rows`. The statement begins with a CTE `person` (`PERSON_CTE`). */
const numbers = (name: string) => `any((select ${name} from person)::bigint[])`
const texts = (name: string) => `any((select ${name} from person)::text[])`
export const rowsOf = {
  people: numbers('people'),
  entitlements: numbers('entitlements'),
  targets: numbers('targets'),
  checkouts: numbers('checkouts'),
  intents: texts('intents'),
  /** Proved addresses only: rows with an address that an LMS claims may be of its real owner. */
  emails: texts('emails'),
  claimed: texts('claimed'),
  tokens: texts('tokens'),
}

/** SQL for the rows of a kind that belong to other schools. */
export const ofOtherSchools = {
  courses: 'select id from courses where school_id <> all($2)',
  entitlements: 'select e.id from entitlements e join courses c on c.id = e.course_id where c.school_id <> all($2)',
  tokens: 'select e.token from entitlements e join courses c on c.id = e.course_id where c.school_id <> all($2)',
  consumers: 'select id from consumers where school_id <> all($2)',
  deployments: 'select id from deployments where school_id <> all($2)',
}

/** SQL condition for rows about a person in one of their courses. */
export const OF_ENTITLEMENT = `entitlement_id = ${rowsOf.entitlements}`

import { CODE_MAX, CODE_MIN, codeKey } from '#src/access/rules/access-code.ts'
import { endOfDay, readDay, startOfDay } from '#src/core/rules/business-day.ts'
import { codeCell, codeCellFault } from '#src/core/rules/csv.ts'
import { readInstant } from '#src/core/rules/dates.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-names.ts'
import { type AddressFault, addressFaults } from '#src/core/rules/web-addresses.ts'
import { sortedUnits } from '#src/courses/rules/product.ts'
import { emailDomain } from '#src/schools/rules/consumer.ts'
import { platformDomain } from '#src/schools/rules/platform-presets.ts'
import { readUnits, VIDEO_ACCOUNTS, videoDomain } from '#src/signs/rules/video-accounts.ts'

/** The installation that the cells are read for. */
export interface Reading {
  timezone: string
  addressFault(address: string): AddressFault | null
  /** Encrypts the secret of a consumer. */
  sealSecret(secret: string): string
  /** Encrypts a private key, and returns its public part as JSON; null if it is no RSA key of 2048 bits or more. */
  sealKey(jwk: string): { sealed: string; publicJwk: string } | null
}

/** A cell as it is compared and stored, or what is wrong with it. `more` has the values of columns that follow from it. */
type Cell = { value: string; notice?: string; more?: Record<string, string> } | { fault: string }

/** A type of a column (docs/moving-in.md). */
export interface CellType {
  read(given: string, reading: Reading): Cell
  /** Encrypted, so that two values are compared by what they hold, and never shown. */
  isSecret?: true
}

type Value = string | null | undefined

const type = (fault: string, read: (cell: string, reading: Reading) => Value): CellType => ({
  read(given, reading) {
    const value = read(given.trim(), reading)
    return value === null || value === undefined ? { fault } : { value }
  },
})

export const text = (most: number): CellType => ({
  read: value => (value.length > most ? { fault: `It has more than ${most} characters.` } : { value }),
})

const ID_MAX = 1024
const encoder = new TextEncoder()

/** An id of an LMS, taken as it is. */
export const id: CellType = {
  read: value => (encoder.encode(value).length > ID_MAX ? { fault: `It has more than ${ID_MAX} bytes.` } : { value }),
}

export const yesNo = type('Expected yes or no.', cell => {
  const typed = cell.toLowerCase()
  return ['yes', 'true', '1'].includes(typed) ? 'yes' : ['no', 'false', '0'].includes(typed) ? 'no' : null
})

const ZONED = /\d ?(Z|UTC|[+-]\d\d(:?\d\d)?)$/i
const NOT_A_TIME = 'Expected a time with a zone, like 2026-07-01T12:00:00Z, or a day, like 2026-07-01 or 07/01/2026.'

const time = (edgeOf: (day: string, timezone: string) => Date): CellType =>
  type(NOT_A_TIME, (cell, { timezone }) => {
    const day = readDay(cell)
    const instant = day ? edgeOf(day, timezone).toISOString() : cell
    return ZONED.test(instant) ? readInstant(instant)?.toISOString() : null
  })

/** An instant, or the first moment of a day. */
export const begins = time(startOfDay)
/** An instant, or the last moment of a day. */
export const ends = time(endOfDay)

const parts = (cell: string): string[] => [...new Set(cell.split('|').map(part => part.trim()))].filter(Boolean)

/** Values joined by `|`, sorted, so that two lists with the same values are the same. */
export const list = type('Expected values with | between them.', cell => parts(cell).sort().join('|') || null)

export const units = type('Expected unit numbers from 1 to 19, like 1|2|3.', cell => {
  const found = parts(cell)
  const isUnit = (part: string) => /^\d{1,2}$/.test(part) && Number(part) >= 1 && Number(part) <= 19
  return found.length > 0 && found.every(isUnit) ? sortedUnits(found.map(Number)).join('|') : null
})

const URL_MAX = 2000

export const url: CellType = {
  read(given, { addressFault }) {
    const value = given.trim()
    const fault = addressFault(value)
    if (fault) return { fault: `The address ${addressFaults[fault]}.` }
    return value.length > URL_MAX ? { fault: `The address has more than ${URL_MAX} characters.` } : { value }
  },
}

/** An access code, with the key that it is looked up by. */
export const code: CellType = {
  read(given) {
    const value = codeCell(given)
    if (codeCellFault(value)) return { fault: 'A spreadsheet changed this code.' }
    const key = codeKey(value)
    const isCode = value.length >= CODE_MIN && value.length <= CODE_MAX && key !== ''
    return isCode
      ? { value, more: { coupon_code_key: key } }
      : { fault: `A code has ${CODE_MIN} to ${CODE_MAX} characters.` }
  },
}

export const email = type('This is no email address.', cleanEmail)
export const name = type('No letter is left of this name.', cell => cleanName(cell))
export const fullName = type('No letter is left of this name.', cell => cleanName(cell, FULL_NAME_MAX))
export const domain = type('Expected a domain, like school.edu.', emailDomain)
export const host = type('Expected a host, like school.brightspace.com.', platformDomain)
export const videoHost = type('Expected a domain, like school.instructure.com.', videoDomain)

export const videoUnits = type('Expected units as on the Video page, like 1_7-8.', cell => {
  const chosen = readUnits(cell)
  return chosen && VIDEO_ACCOUNTS.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])).join('_')
})

export const token = type('A token has 16 to 200 letters, digits, - and _.', cell =>
  /^[\w-]{16,200}$/.test(cell) ? cell : null,
)

export const uuid = type('Expected a UUID.', cell =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(cell) ? cell.toLowerCase() : null,
)

export const oneOf = (values: readonly string[]): CellType =>
  type(`Expected one of ${values.join(', ')}.`, cell =>
    values.includes(cell.toLowerCase()) ? cell.toLowerCase() : null,
  )

export const count = (least: number, most: number): CellType =>
  type(`Expected a whole number from ${least} to ${most}.`, cell =>
    /^\d{1,9}$/.test(cell) && Number(cell) >= least && Number(cell) <= most ? String(Number(cell)) : null,
  )

/** A score from 0 to 1. We send only 0 and 1, so less than 1 is no access yet: 1 is sent later. */
export const score: CellType = {
  read(given) {
    const cell = given.trim()
    if (!/^([01](\.0*)?|0?\.\d+)$/.test(cell)) return { fault: 'Expected a score from 0 to 1.' }
    const value = Number(cell) === 1 ? '1' : '0'
    return Number(cell) === Number(value) ? { value } : { value, notice: 'Counts as 0. We send 1 for access, else 0.' }
  },
}

export const secret: CellType = {
  isSecret: true,
  read: (given, { sealSecret }) =>
    given.length > ID_MAX ? { fault: `A secret has at most ${ID_MAX} characters.` } : { value: sealSecret(given) },
}

/** A private key as JSON, with its public part. */
export const privateJwk: CellType = {
  isSecret: true,
  read(given, { sealKey }) {
    const key = sealKey(given)
    if (!key) return { fault: 'Expected the private JWK of an RSA key of 2048 bits or more.' }
    return { value: key.sealed, more: { public_jwk: key.publicJwk } }
  },
}

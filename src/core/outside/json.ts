import * as z from 'zod'
import { text } from '../rules/outside.ts'

/** Reads JSON of other services leniently: with a byte order mark, numbers as texts, and null for what is not set. */

/** An answer that we cannot read. Names the place and never the value, which may be a secret. */
export class Unreadable extends Error {}

/** Parses a body. Returns undefined if it is not JSON. */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body.replace(/^\u{feff}+/u, ''))
  } catch {
    return undefined
  }
}

/** Reads a body. `sender` begins the message of Unreadable. */
export const readJson = <S extends z.ZodType>(shape: S, body: string, sender: string): z.output<S> =>
  readAs(shape, parseJson(body), sender)

export const readAs = <S extends z.ZodType>(shape: S, value: unknown, sender: string): z.output<S> => {
  const { success, data, error } = shape.safeParse(value)
  if (success) return data
  const place = value === undefined ? 'no JSON' : error.issues[0]?.path.join('.') || 'its first level'
  throw new Unreadable(`${sender} answered something else than expected (${place})`)
}

/** Null for a field that is absent, null or empty. */
export const maybe = <S extends z.core.$ZodType>(shape: S) =>
  z.nullish(shape).transform(value => (value === '' ? null : (value ?? null)))

/** A list of texts. Some send one text for a list of one, and null for an empty one. Leaves out other values. */
export const texts = z
  .unknown()
  .optional()
  .transform(value => [value].flat().flatMap(each => text.safeParse(each).data ?? []))

/** A number, or a text that is one. */
export const number = z.preprocess(
  value => (typeof value === 'string' ? Number(value.trim() || NaN) : value),
  z.number(),
)

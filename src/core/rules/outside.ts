import * as z from 'zod/mini'
import { storable } from './plain-text.ts'

/** Returns true for success. Services answer with 200 or 201 to the same call. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

const EXACT = Number.MAX_SAFE_INTEGER

/** A text, or a number in its place. JSON.parse rounds a longer number, so it is no identifier any more. */
export const text = z.pipe(
  z.union([z.string(), z.number().check(z.gte(-EXACT), z.lte(EXACT))]),
  z.transform((value: string | number) => storable(String(value))),
)

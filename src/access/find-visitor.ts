import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { framers } from '#src/courses/rules/course.ts'
import { findEntitlementByToken } from './store/entitlements.ts'
import { findFramersOfLaunch } from './store/launch-tokens.ts'

interface Visitor {
  /** Origins that may frame the page. */
  framers: string[]
  /** Null if it is not known. */
  language: Language | null
}

const unknown: Visitor = { framers: [], language: null }

/**
 * Returns what an error page needs to know of the person with this token: of a row, or of a launch, also one that is
 * over. So an expired page and an error page show inside the LMS too, and in their language.
 */
export const findVisitor = async ({ db }: Needs<'db'>, token = ''): Promise<Visitor> => {
  if (!/^[\w-]+$/.test(token)) return unknown
  const entitlement = await findEntitlementByToken(db, token)
  if (!entitlement) return { ...unknown, framers: await findFramersOfLaunch(db, sha256(token)) }
  const { course, seenOrigin, language } = entitlement
  return { framers: framers(course, seenOrigin), language }
}

/** Returns the origins that may frame a page with this token. An unknown token has none. */
export const findFramers = async (app: Needs<'db'>, token = ''): Promise<string[]> =>
  (await findVisitor(app, token)).framers

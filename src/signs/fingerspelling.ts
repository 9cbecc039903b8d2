import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { ALPHABET_COMMENT_MAX, type AlphabetReason, drawingsVersion } from './rules/fingerspelling/review.ts'
import { isCharacter } from './rules/fingerspelling/spelling.ts'
import { findReview, listComments } from './store/fingerspelling-reviews.ts'
import { alphabetComments, alphabetReviews } from './store/schema/fingerspelling.ts'

type Outcome = Promise<{ ok: true } | Refused<AlphabetReason>>

/** Returns true if a reviewer approved the current drawings. */
export const isReviewed = async (app: Needs<'db'>): Promise<boolean> =>
  (await findReview(app.db, drawingsVersion)) !== null

/** Comments on the drawings and the approval of the current ones. */
export const viewAlphabetReview = async (app: Needs<'db'>, by: Staff) => {
  demand(by, 'clips')
  return { review: await findReview(app.db, drawingsVersion), comments: await listComments(app.db) }
}

/** Says what is wrong with the drawing of a letter or number. */
export const commentOnLetter = async (
  app: Needs<'clock' | 'db'>,
  { character, text }: { character: string; text: string },
  by: Staff,
): Outcome => {
  demand(by, 'clips')
  const remark = text.trim().slice(0, ALPHABET_COMMENT_MAX)
  if (!isCharacter(character)) return refuse('letter_not_found')
  if (remark === '') return refuse('remark_required')
  return inTransaction(app.db, async tx => {
    const now = app.clock.now()
    const row = { character, text: remark, drawings: drawingsVersion, staffId: by.id, createdAt: now }
    await tx.orm.insert(alphabetComments).values(row)
    await recordAudit(tx, { by, action: 'comment-on-letter', subject: { kind: 'alphabet', key: character }, now })
    return { ok: true }
  })
}

/** Approves all drawings of a version, the one the reviewer looked at. Twice is safe. */
export const approveAlphabet = async (app: Needs<'clock' | 'db'>, version: string, by: Staff): Outcome => {
  demand(by, 'review')
  if (version !== drawingsVersion) return refuse('drawings_changed')
  return inTransaction(app.db, async tx => {
    const now = app.clock.now()
    const row = { drawings: version, staffId: by.id, createdAt: now }
    const [added] = await tx.orm.insert(alphabetReviews).values(row).onConflictDoNothing().returning()
    const subject = { kind: 'alphabet', key: version } as const
    if (added) await recordAudit(tx, { by, action: 'approve-alphabet', subject, now })
    return { ok: true }
  })
}

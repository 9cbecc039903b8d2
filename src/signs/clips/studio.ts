import type { Needs } from '#src/context.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { StudioEntry } from '../rules/clips/reviews.ts'
import {
  findClip,
  findNextToReview,
  listClipsOfSign,
  listComments,
  listQueue,
  listSession,
  listSignNames,
  listUnfinished,
  listUnitCounts,
} from '../store/clips.ts'
import { findSignerOfStaff, getConsentText, listConsentTexts, listSigners } from '../store/clips-signers.ts'
import { countUploads } from '../store/clips-uploads.ts'
import { findSubject, helpEntry, listHelpSession, named, slotOf } from './help-clips.ts'

/** Lists the signs of a unit with their clips, and what waits in each unit. */
export const listStudioUnit = async ({ db }: Needs<'db'>, unit: number, by: Staff) => {
  demand(by, 'clips')
  return { units: await listUnitCounts(db), entries: await listQueue(db, unit) }
}

/** Signs of one session. */
const MOST_IN_SESSION = 60

/** Finds a sign with all its clips, the newest first. `session` is the sign, and those after it that need a clip. */
export const viewStudioSign = async (
  app: Needs<'clock' | 'db' | 'signedHelp' | 'timezone'>,
  slug: string,
  by: Staff,
) => {
  demand(by, 'clips')
  const { db } = app
  const sign = await findSubject(db, slug)
  if (!sign) return null
  const slot = slotOf(sign.slug)
  const session = slot ? await listHelpSession(app, slot, by) : await listSession(db, sign.slug, MOST_IN_SESSION)
  return { ...sign, session, clips: (await listClipsOfSign(db, sign.slug)).map(named) }
}

/**
 * Finds a clip with all that a reviewer looks at: the meaning of its sign, null if the dictionary does not have it; its
 * versions, the newest first; and the clip to review next.
 */
export const viewClip = async ({ db }: Needs<'db'>, id: number, by: Staff) => {
  demand(by, 'clips')
  const clip = await findClip(db, id)
  if (!clip) return null
  const all = clip.sign ? await listClipsOfSign(db, clip.sign) : []
  const slot = slotOf(clip.sign)
  const [entry]: StudioEntry[] = slot ? [helpEntry(slot)] : clip.sign ? await listSession(db, clip.sign, 1) : []
  return {
    clip: named(clip),
    entry: entry ?? null,
    comments: await listComments(db, id),
    versions: all.map(named).filter(other => other.kind === clip.kind && other.variant === clip.variant),
    next: await findNextToReview(db, id),
  }
}

/** Lists clips that are not ready for review, and counts files on their way. */
export const listUnfinishedClips = async ({ db }: Needs<'db'>, by: Staff) => {
  demand(by, 'clips')
  return { clips: (await listUnfinished(db)).map(named), uploads: await countUploads(db) }
}

/** Returns the consent text in use, and who agreed to what. `own` is the staff user as a signer; null before they agree. */
export const viewConsent = async ({ db, clock }: Needs<'clock' | 'db'>, by: Staff) => {
  demand(by, 'clips')
  const text = await getConsentText(db, clock.now())
  return { text, own: await findSignerOfStaff(db, by.id), signers: await listSigners(db) }
}
export type ConsentFacts = Awaited<ReturnType<typeof viewConsent>>

export const viewConsentTexts = async ({ db }: Needs<'db'>, by: Staff) => {
  demand(by, 'clips')
  return listConsentTexts(db)
}

/** Lists the glosses of all signs, to choose one. */
export const listGlosses = async ({ db }: Needs<'db'>, by: Staff): Promise<string[]> => {
  demand(by, 'clips')
  return (await listSignNames(db)).map(sign => sign.gloss)
}

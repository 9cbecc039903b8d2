import type { Needs } from '#src/context.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Clip, ClipComment } from '../rules/clips/clip.ts'
import type { ConsentText, Signer } from '../rules/clips/consent.ts'
import type { QueueEntry, StudioEntry } from '../rules/clips/reviews.ts'
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
  type UnitCounts,
} from '../store/clips.ts'
import { findSignerOfStaff, getConsentText, listConsentTexts, listSigners } from '../store/clips-signers.ts'
import { countUploads } from '../store/clips-uploads.ts'
import { findSubject, helpEntry, listHelpSession, named, slotOf } from './help-clips.ts'

export interface StudioUnit {
  units: UnitCounts[]
  entries: QueueEntry[]
}

/** Lists the signs of a unit with their clips, and what waits in each unit. */
export const listStudioUnit = async ({ db }: Needs<'db'>, unit: number, by: Staff): Promise<StudioUnit> => {
  demand(by, 'clips')
  return { units: await listUnitCounts(db), entries: await listQueue(db, unit) }
}

/** Signs of one session. */
const MOST_IN_SESSION = 60

export interface StudioSign {
  slug: string
  gloss: string
  /** The sign, and those after it that need a clip. */
  session: StudioEntry[]
  /** All versions, the newest first. */
  clips: Clip[]
}

/** Finds a sign with all its clips. */
export const viewStudioSign = async (
  app: Needs<'clock' | 'db' | 'signedHelp' | 'timezone'>,
  slug: string,
  by: Staff,
): Promise<StudioSign | null> => {
  demand(by, 'clips')
  const { db } = app
  const sign = await findSubject(db, slug)
  if (!sign) return null
  const slot = slotOf(sign.slug)
  const session = slot ? await listHelpSession(app, slot, by) : await listSession(db, sign.slug, MOST_IN_SESSION)
  return { ...sign, session, clips: (await listClipsOfSign(db, sign.slug)).map(named) }
}

export interface ViewedClip {
  clip: Clip
  /** The meaning of its sign; null for a sign that is not in the dictionary. */
  entry: StudioEntry | null
  comments: ClipComment[]
  /** The other versions of it, the newest first. */
  versions: Clip[]
  /** The clip to review after this one. */
  next: { id: number; waiting: number } | null
}

/** Finds a clip with all that a reviewer looks at. */
export const viewClip = async ({ db }: Needs<'db'>, id: number, by: Staff): Promise<ViewedClip | null> => {
  demand(by, 'clips')
  const clip = await findClip(db, id)
  if (!clip) return null
  const all = clip.sign ? await listClipsOfSign(db, clip.sign) : [clip]
  const versions = all.map(named).filter(other => other.kind === clip.kind && other.variant === clip.variant)
  const slot = slotOf(clip.sign)
  const [entry = null] = slot ? [helpEntry(slot)] : clip.sign ? await listSession(db, clip.sign, 1) : []
  return {
    clip: named(clip),
    entry,
    comments: await listComments(db, id),
    versions,
    next: await findNextToReview(db, id),
  }
}

const MOST_UNFINISHED = 500

/** Lists clips that are not ready for review, and counts files on their way. */
export const listUnfinishedClips = async (
  { db }: Needs<'db'>,
  by: Staff,
): Promise<{ clips: Clip[]; uploads: number }> => {
  demand(by, 'clips')
  return { clips: (await listUnfinished(db, MOST_UNFINISHED)).map(named), uploads: await countUploads(db) }
}

export interface ConsentFacts {
  text: ConsentText
  /** The staff user as a signer; null if they have not agreed yet. */
  own: Signer | null
  signers: Signer[]
}

/** Returns the consent text in use, and who agreed to what. */
export const viewConsent = async ({ db, clock }: Needs<'clock' | 'db'>, by: Staff): Promise<ConsentFacts> => {
  demand(by, 'clips')
  const text = await getConsentText(db, clock.now())
  return { text, own: await findSignerOfStaff(db, by.id), signers: await listSigners(db) }
}

export const viewConsentTexts = async ({ db }: Needs<'db'>, by: Staff) => {
  demand(by, 'clips')
  return listConsentTexts(db)
}

/** Lists the glosses of all signs, to choose one. */
export const listGlosses = async ({ db }: Needs<'db'>, by: Staff): Promise<string[]> => {
  demand(by, 'clips')
  return (await listSignNames(db)).map(sign => sign.gloss)
}

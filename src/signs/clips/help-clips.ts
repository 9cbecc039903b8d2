import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { HelpClip, HelpSlot } from '#src/messages/rules/signed-help.ts'
import { listHelpSlots } from '#src/messages/signed-help.ts'
import { helpSlots, isHelpSlot } from '#src/messages/texts/signed-help.ts'
import type { Clip } from '../rules/clips/clip.ts'
import { type StudioEntry, typedCaptions } from '../rules/clips/reviews.ts'
import { findNamedSign, listHelpUnderWay, listPublishedHelp } from '../store/clips.ts'

/** Clips of signed help are recorded like those of signs. In place of a sign they name a slot: `help.code`. */
const PREFIX = 'help.'

export const helpSignOf = (slot: HelpSlot): string => `${PREFIX}${slot}`

/** Returns the slot of signed help that a clip is for; null for a sign. */
export const slotOf = (sign: string | null): HelpSlot | null => {
  const slot = sign?.startsWith(PREFIX) ? sign.slice(PREFIX.length) : ''
  return isHelpSlot(slot) ? slot : null
}

/** Finds what a clip may show, by slug, gloss or the name of a slot: a sign, or a step of signed help. */
export const findSubject = async (db: Queryable, typed: string): Promise<{ slug: string; gloss: string } | null> => {
  for (const [slot, gloss] of helpSlots)
    if (typed === gloss || typed === helpSignOf(slot)) return { slug: helpSignOf(slot), gloss }
  return findNamedSign(db, typed)
}

/** Gives a clip of signed help the name of its slot. */
export const named = (clip: Clip): Clip => {
  const slot = slotOf(clip.sign)
  return slot ? { ...clip, gloss: helpSlots.get(slot) ?? null } : clip
}

/** Returns what a signer sees beside the picture. */
export const helpEntry = (slot: HelpSlot): StudioEntry => ({
  ...{ slug: helpSignOf(slot), gloss: helpSlots.get(slot) ?? slot, english: [], lesson: '', usage: '', remark: null },
  notes: 'Say in ASL what students read here. Write the captions on the page of the clip.',
})

/** Lists the slots to record: this one, and those without a clip, the most seen first. */
export const listHelpSession = async (
  app: Needs<'clock' | 'db' | 'signedHelp' | 'timezone'>,
  slot: HelpSlot,
  by: Staff,
): Promise<StudioEntry[]> => {
  const underWay = await listHelpUnderWay(app.db, PREFIX)
  const others = (await listHelpSlots(app, by)).filter(
    other => other.slot !== slot && other.state !== 'recorded' && !underWay.includes(helpSignOf(other.slot)),
  )
  return [slot, ...others.map(other => other.slot)].map(helpEntry)
}

/** Lists the published clips of signed help, as pages show them. */
export const listRecordedHelp = async (db: Queryable): Promise<HelpClip[]> =>
  (await listPublishedHelp(db, PREFIX)).flatMap(({ sign, signer, captions, files }) => {
    const slot = slotOf(sign)
    const words = files.find(file => file.role === 'captions')
    if (!slot || !words) return []
    const lines = typedCaptions(captions).split('\n')
    return {
      ...{ slot, signer, isTest: false, translations: {} },
      videos: files.filter(file => file.role === 'video'),
      poster: files.find(file => file.role === 'poster') ?? null,
      english: {
        title: helpSlots.get(slot) ?? slot,
        transcript: lines.map(line => `<p>${escapeHtml(line)}</p>`).join(''),
        captions: words,
      },
    }
  })

import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { MailSlot } from '#src/signed-help/rules/help-slots.ts'
import type { SignedHelp } from '#src/signed-help/signed-help.ts'
import { hrefs } from '#views/paths.ts'

/** Returns a function that finds the address of the clip of a mail; null without one. */
export const signedAt = (
  { publicUrl, signedHelp }: Needs<'publicUrl'> & { signedHelp: Pick<SignedHelp, 'hasClip'> },
  slot: MailSlot,
  language: Language,
): string | null => (signedHelp.hasClip(slot) ? `${publicUrl}${hrefs.watch(slot, language)}` : null)

import { readDay } from '#src/core/rules/business-day.ts'
import { normalize, singleSpaced } from '#src/core/rules/normalize.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { type ClipDetails, clipKinds, clipRefusals, MAX_SECONDS, VARIANT_MAX } from './clip.ts'

const secondsOf = (text = ''): number | null => (/^\d{1,5}(\.\d+)?$/.test(text.trim()) ? Number(text) : null)

/** Reads the details from the fields of a form or a JSON call. Those that cannot be read count as not said. */
export const readDetails = (fields: Record<string, string | undefined>): ClipDetails => ({
  sign: fields.sign?.trim() || null,
  kind: clipKinds.find(kind => kind === fields.kind) ?? 'sign',
  variant: singleSpaced(fields.variant ?? '').slice(0, VARIANT_MAX),
  signerId: rowId(fields.signer_id),
  recordedOn: readDay(fields.recorded_on ?? '') ?? null,
  trimFrom: secondsOf(fields.trim_from),
  trimTo: secondsOf(fields.trim_to),
  posterAt: secondsOf(fields.poster_at),
})

/** Sentences of the reasons not to take details. */
export const detailsRefusals = {
  ...clipRefusals,
  sign_required: { message: 'Choose the sign that the clip shows.', field: 'sign' },
  sign_not_found: { message: 'No sign has this gloss. Choose one from the list.', field: 'sign' },
  signer_required: { message: 'Choose who signs in the clip.', field: 'signer_id' },
  consent_required: { message: 'The signer has not agreed to the consent text yet.', field: 'signer_id' },
  consent_outdated: {
    message: 'The consent text has changed. The signer needs to agree to it again.',
    field: 'signer_id',
  },
  date_required: { message: 'Enter the day of the recording.', field: 'recorded_on' },
  date_in_future: { message: 'The day of the recording is in the future.', field: 'recorded_on' },
  trim_impossible: {
    message: `Keep at least a third of a second and at most ${MAX_SECONDS / 60} minutes.`,
    field: 'trim_to',
  },
} as const satisfies RefusalTexts

export type DetailsReason = keyof typeof detailsRefusals

/** Returns what the details lack, or null. The sign, the signer and the consent are looked up by the operation. */
export const missingDetail = (given: ClipDetails, today: string): DetailsReason | null => {
  if (given.sign === null) return 'sign_required'
  if (given.signerId === null) return 'signer_required'
  if (given.recordedOn === null) return 'date_required'
  if (given.recordedOn > today) return 'date_in_future'
  const from = given.trimFrom ?? 0
  if (given.trimTo !== null && (given.trimTo - from < 0.3 || given.trimTo - from > MAX_SECONDS))
    return 'trim_impossible'
  return null
}

/** Words that say which take or copy a file is, at the end of its name. */
const TAKE = /[- .]*\b(?:take|version|ver|v|copy|clip|final|edit|edited|test|new)[- .]*\d*$|[- .]+\d{1,3}$/i
/** 'Unit 3.1 - ', '03_1_' before the gloss. */
const LEAD = /^(?:(?:unit|lesson|u)[- .]*)?\d+(?:[- .]+\d+)*[- .]+/i

/** Returns a text as slugs are written. The marks of a gloss are part of its slug. */
const keyOf = (text: string): string =>
  normalize(text.replace('#', 'loan-').replace('++', '-repeated')).replaceAll(' ', '-')

/**
 * Makes a function that finds the sign a file is named after, or null when it has to be asked. The variant is what is in
 * brackets at the end of the name, like 'Texas'.
 */
export const makeFileMatcher = (signs: { slug: string; gloss: string }[]) => {
  const byKey = new Map(signs.flatMap(s => [[keyOf(s.gloss), s.slug] as const, [s.slug, s.slug] as const]))
  return (fileName: string): { slug: string; variant: string } | null => {
    const name = fileName
      .replace(/\.\w{2,4}$/, '')
      .replaceAll('_', ' ')
      .trim()
    const [, inside = ''] = name.match(/[([]([^()[\]]*)[)\]]\s*$/) ?? []
    const plain = name.replace(/[([][^()[\]]*[)\]]\s*$/, '').trim()
    const variant = /^\d*$/.test(inside.trim()) ? '' : inside.trim().slice(0, VARIANT_MAX)
    const led = plain.replace(LEAD, '')
    for (const text of [plain, led, ...withoutTakes(plain), ...withoutTakes(led)]) {
      const slug = byKey.get(keyOf(text))
      if (slug) return { slug, variant }
    }
    return null
  }
}

/** Lists a name without its last words of this kind, one fewer each time: 'new take 2' is 'new' and not ''. */
const withoutTakes = (text: string): string[] => {
  const shorter = text.replace(TAKE, '')
  return shorter === text ? [] : [shorter, ...withoutTakes(shorter)]
}

import { escapeHtml } from '#src/core/rules/escape-html.ts'
import type { Sign } from './rules/dictionary.ts'

/** Converts a sign to JSON: id, title and content (HTML), its lesson, and the fields that make up the content. */
export const wireSign = (sign: Sign) => ({
  id: sign.slug,
  title: sign.gloss,
  content: `<p><b>${escapeHtml(sign.english.join('; '))}</b> <i>${escapeHtml(sign.partOfSpeech)}</i></p><p>${escapeHtml(sign.usage)}</p>`,
  unit: sign.lesson,
  english: sign.english,
  part_of_speech: sign.partOfSpeech,
  usage: sign.usage,
  formation: sign.formation,
  video: sign.video,
  variants: sign.variants,
  signer: sign.signer,
  reviewed_by: sign.reviewedBy,
  reviewed_at: sign.reviewedAt,
  transcript: sign.transcript,
})

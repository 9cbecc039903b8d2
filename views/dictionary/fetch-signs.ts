import { failureMessages } from '#src/core/rules/failure-messages.ts'
import type { SignsFound, WireSign } from '#src/signs/contract.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { hrefs, paths } from '../paths.ts'
import type { Results } from './props.ts'

/**
 * Calls GET /lti/search_signs. 404 means zero results. Throws a TypeError without an answer, and an Error for any other
 * status.
 */
export const fetchSigns = async (term: string, signal: AbortSignal): Promise<Results> => {
  const answer = await fetch(hrefs.dictionary(paths.searchSigns, { term }), { signal })
  if (answer.status === 404) return { signs: [], total: 0, match: 'exact' }
  if (!answer.ok) throw new Error(failureMessages.unreachable)
  const { data }: SignsFound = await answer.json()
  return { signs: data.terms.map(readSign), total: data.total, match: data.match }
}

const readSign = ({
  id,
  title,
  content: _content,
  unit,
  part_of_speech,
  other_handshape,
  reviewed_by,
  reviewed_at,
  clips,
  ...rest
}: WireSign): Sign => ({
  ...rest,
  slug: id,
  gloss: title,
  unit: Number.parseInt(unit, 10),
  lesson: unit,
  partOfSpeech: part_of_speech,
  otherHandshape: other_handshape,
  reviewedBy: reviewed_by,
  reviewedAt: reviewed_at,
  clips: clips.map(({ recorded_on, reviewed_by, reviewed_on, ...clip }) => ({
    ...clip,
    recordedOn: recorded_on,
    reviewedBy: reviewed_by,
    reviewedOn: reviewed_on,
  })),
})

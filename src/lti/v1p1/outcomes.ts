import { mintReference } from '../../crypto.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import { GradeRefused, isRetryable } from '../../domain/grade.ts'
import type { Answer, Call } from '../../gateways/outbound.ts'

/** The service of an LMS, and its name for a person's place in the grade book. */
export interface OutcomePlace {
  serviceUrl: string
  sourcedId: string
}

/** Signs a call as the school, and asks its LMS. */
type Ask = (call: Call & { method: 'POST' }) => Promise<Answer>

/** LTI 1.1 Basic Outcomes: tells the LMS a score from 0 to 1. Throws GradeRefused when it says no, which comes as HTTP 200. */
export const replaceResult = async (ask: Ask, place: OutcomePlace, score: number): Promise<void> => {
  const result = `<result><resultScore><language>en</language><textString>${score}</textString></resultScore></result>`
  await post(ask, place, 'replaceResult', result)
}

/** The score that the LMS holds; null: none. */
export const readResult = async (ask: Ask, place: OutcomePlace): Promise<number | null> => {
  const text = await post(ask, place, 'readResult', '')
  const score = element(text, 'textString')
  return score === null || score === '' ? null : Number(score)
}

const post = async (ask: Ask, { serviceUrl: url, sourcedId }: OutcomePlace, operation: string, result: string) => {
  const body = envelope(operation, sourcedId, result)
  return readAnswer(await ask({ method: 'POST', url, headers: { 'content-type': 'application/xml' }, body }))
}

type Said = Pick<Answer, 'status' | 'text'>

/** Only HTTP ok with imsx_codeMajor success is a success. */
export const readAnswer = (answer: Said): string => {
  const { status, text } = answer
  if (status >= 200 && status < 300 && majorOf(text) === 'success') return text
  const why = element(text, 'imsx_description')?.slice(0, 200) || `HTTP ${status}`
  if (saysNo(answer)) throw new GradeRefused(why)
  throw new Error(`the LMS did not take the grade: ${why}`)
}

/** A no that does not pass by itself: to this grade, or to the secret that signed it. */
export const saysNo = ({ status, text }: Said): boolean =>
  (['failure', 'unsupported'].includes(majorOf(text) ?? '') || (status >= 400 && status < 500)) &&
  !isRetryable(status, text)

const majorOf = (text: string): string | null => element(text, 'imsx_codeMajor')

const element = (text: string, name: string): string | null =>
  text.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`))?.[1]?.trim() ?? null

const envelope = (operation: string, sourcedId: string, result: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><imsx_POXEnvelopeRequest xmlns="http://www.imsglobal.org/services/ltiv1p1/xsd/imsoms_v1p0"><imsx_POXHeader><imsx_POXRequestHeaderInfo><imsx_version>V1.0</imsx_version><imsx_messageIdentifier>${mintReference()}</imsx_messageIdentifier></imsx_POXRequestHeaderInfo></imsx_POXHeader><imsx_POXBody><${operation}Request><resultRecord><sourcedGUID><sourcedId>${escapeHtml(sourcedId)}</sourcedId></sourcedGUID>${result}</resultRecord></${operation}Request></imsx_POXBody></imsx_POXEnvelopeRequest>`

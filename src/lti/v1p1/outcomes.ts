import { mintReference } from '../../crypto.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import { GradeRefused, passesByItself } from '../../domain/grade.ts'
import type { Answer, Outbound } from '../../gateways/outbound.ts'
import { authorization } from './authorization.ts'

export interface OutcomeCall {
  serviceUrl: string
  sourcedId: string
  key: string
  secret: string
  now: Date
}

/** LTI 1.1 Basic Outcomes: tells the LMS a score from 0 to 1. Throws GradeRefused when it says no, which comes as HTTP 200. */
export const replaceResult = async (outbound: Outbound, call: OutcomeCall, score: number): Promise<void> => {
  const result = `<result><resultScore><language>en</language><textString>${score}</textString></resultScore></result>`
  await ask(outbound, call, 'replaceResult', result)
}

/** The score that the LMS holds; null: none. */
export const readResult = async (outbound: Outbound, call: OutcomeCall): Promise<number | null> => {
  const text = await ask(outbound, call, 'readResult', '')
  const score = element(text, 'textString')
  return score === null || score === '' ? null : Number(score)
}

const ask = async (outbound: Outbound, call: OutcomeCall, operation: string, result: string): Promise<string> => {
  const body = envelope(operation, call.sourcedId, result)
  const { serviceUrl: url, key, secret, now } = call
  const signed = authorization({ method: 'POST', url, key, secret, now }, body)
  const headers = { 'content-type': 'application/xml', authorization: signed }
  return readAnswer(await outbound({ method: 'POST', url, headers, body }))
}

/** Only HTTP ok with imsx_codeMajor success is a success. */
export const readAnswer = ({ status, text }: Pick<Answer, 'status' | 'text'>): string => {
  const major = element(text, 'imsx_codeMajor')
  if (status >= 200 && status < 300 && major === 'success') return text
  const why = element(text, 'imsx_description')?.slice(0, 200) || `HTTP ${status}`
  const saysNo = major === 'failure' || major === 'unsupported' || (status >= 400 && status < 500)
  if (saysNo && !passesByItself(status, text)) throw new GradeRefused(`The LMS refuses the grade: ${why}`)
  throw new Error(`the LMS did not take the grade: ${why}`)
}

const element = (text: string, name: string): string | null =>
  text.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`))?.[1]?.trim() ?? null

const envelope = (operation: string, sourcedId: string, result: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><imsx_POXEnvelopeRequest xmlns="http://www.imsglobal.org/services/ltiv1p1/xsd/imsoms_v1p0"><imsx_POXHeader><imsx_POXRequestHeaderInfo><imsx_version>V1.0</imsx_version><imsx_messageIdentifier>${mintReference()}</imsx_messageIdentifier></imsx_POXRequestHeaderInfo></imsx_POXHeader><imsx_POXBody><${operation}Request><resultRecord><sourcedGUID><sourcedId>${escapeHtml(sourcedId)}</sourcedId></sourcedGUID>${result}</resultRecord></${operation}Request></imsx_POXBody></imsx_POXEnvelopeRequest>`

import type { Clock } from '#src/core/clock.ts'
import { mintReference, type Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Call, HttpClient, HttpResponse } from '#src/core/outbound.ts'
import { isSuccess } from '#src/core/rules/outside.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { findConsumerSecrets } from '#src/schools/consumers.ts'
import { GradeForbidden, isRetryable } from '../rules/grade.ts'
import { oauthHeader } from './signature.ts'

/** Calls a school's LMS with requests signed by the school's secret. Throws without a complete answer. */
export type SchoolClient = (
  consumerId: number,
  call: Call & { method: 'GET' | 'POST' },
  isRefused: (answer: HttpResponse) => boolean,
) => Promise<HttpResponse>

/** A refused request is retried with the previous secret, which an LMS uses until its administrator changes it. */
export const makeSchoolClient =
  ({ db, clock, vault, outbound }: { db: Database; clock: Clock; vault: Vault; outbound: HttpClient }): SchoolClient =>
  async (consumerId, call, isRefused) => {
    const school = await findConsumerSecrets(db, consumerId)
    if (!school) throw new Error('the school no longer exists')
    const { key, sealedSecret, sealedPreviousSecret } = school
    const ask = (sealed: string) => {
      const authorization = oauthHeader(call, { key, secret: vault.open(sealed) }, clock.now())
      return outbound({ ...call, headers: { ...call.headers, authorization } })
    }
    const answer = await ask(sealedSecret)
    if (sealedPreviousSecret === null || !isRefused(answer)) return answer
    const again = await ask(sealedPreviousSecret)
    return isRefused(again) ? answer : again
  }

/** The outcome service URL of an LMS and its id for one person's grade. */
interface OutcomeTarget {
  serviceUrl: string
  sourcedId: string
}

type Ask = (call: Call & { method: 'POST' }) => Promise<HttpResponse>

/** Sends a score from 0 to 1 (Basic Outcomes). Throws GradeForbidden when permanent, which comes as 200, else Error. */
export const replaceResult = async (ask: Ask, place: OutcomeTarget, score: number): Promise<void> => {
  const result = `<result><resultScore><language>en</language><textString>${score}</textString></resultScore></result>`
  await post(ask, place, 'replaceResult', result)
}

export const readResult = async (ask: Ask, place: OutcomeTarget): Promise<number | null> => {
  const text = await post(ask, place, 'readResult', '')
  const score = element(text, 'textString')
  return score === null || score === '' ? null : Number(score)
}

const post = async (ask: Ask, { serviceUrl: url, sourcedId }: OutcomeTarget, operation: string, result: string) => {
  const body = envelope(operation, sourcedId, result)
  return readAnswer(await ask({ method: 'POST', url, headers: { 'content-type': 'application/xml' }, body }))
}

type Reply = Pick<HttpResponse, 'status' | 'text'>

/** Returns the text of a successful answer: 2xx with imsx_codeMajor success. Throws otherwise. */
export const readAnswer = (answer: Reply): string => {
  const { status, text } = answer
  if (isSuccess(status) && majorOf(text) === 'success') return text
  const why = element(text, 'imsx_description')?.slice(0, 200) || `HTTP ${status}`
  if (isPermanentRejection(answer)) throw new GradeForbidden(why)
  throw new Error(`the LMS did not take the grade: ${why}`)
}

/** Returns whether the LMS rejected it permanently, because of this grade or the secret. */
export const isPermanentRejection = ({ status, text }: Reply): boolean =>
  (['failure', 'unsupported'].includes(majorOf(text) ?? '') || (status >= 400 && status < 500)) &&
  !isRetryable(status, text)

const majorOf = (text: string): string | null => element(text, 'imsx_codeMajor')

const element = (text: string, name: string): string | null =>
  text.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`))?.[1]?.trim() ?? null

const envelope = (operation: string, sourcedId: string, result: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><imsx_POXEnvelopeRequest xmlns="http://www.imsglobal.org/services/ltiv1p1/xsd/imsoms_v1p0"><imsx_POXHeader><imsx_POXRequestHeaderInfo><imsx_version>V1.0</imsx_version><imsx_messageIdentifier>${mintReference()}</imsx_messageIdentifier></imsx_POXRequestHeaderInfo></imsx_POXHeader><imsx_POXBody><${operation}Request><resultRecord><sourcedGUID><sourcedId>${escapeHtml(sourcedId)}</sourcedId></sourcedGUID>${result}</resultRecord></${operation}Request></imsx_POXBody></imsx_POXEnvelopeRequest>`

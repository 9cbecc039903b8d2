import { withClaim } from '#src/core/claims/with-claim.ts'
import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { type Call, type HttpResponse, readJson } from '#src/core/outbound/outbound.ts'
import { GradeRejected, type GradeTarget, isRetryable, type Score } from '../rules/grade.ts'
import { type PlatformClient, PlatformUnavailable } from './platform-client.ts'

type ScoreTarget = Extract<GradeTarget, { kind: 'score' }>

const SCOPE = 'https://purl.imsglobal.org/spec/lti-ags/scope/'
const MEDIA = 'application/vnd.ims.lis.'
/** Tag that identifies our column in the course. */
const TAG = 'signbook-access'
const LABEL = 'Textbook'

/**
 * Assignment and Grade Services 2.0. Sends to one column: 1 for a person with access, 0 without. Throws GradeRejected
 * for a permanent rejection and Error for a temporary one.
 */
export const makeScores = (client: PlatformClient, { clock, db }: { clock: Clock; db: Database }) => {
  const ask = async (target: ScoreTarget, scope: string, call: Call): Promise<HttpResponse> => {
    if (!target.scopes.some(s => s === `${SCOPE}${scope}`))
      throw new GradeRejected(`The LMS does not offer ${scope} for this link`)
    const answer = await client(target.platformId, [`${SCOPE}${scope}`], call).catch(error => {
      throw error instanceof PlatformUnavailable ? new GradeRejected(error.message) : error
    })
    return checkAnswer(answer)
  }

  const findOwnColumn = async (target: ScoreTarget, lineItemsUrl: string, signal?: AbortSignal) => {
    const url = new URL(lineItemsUrl)
    url.searchParams.set('tag', TAG)
    const listed = await ask(target, 'lineitem', {
      url: url.href,
      headers: { accept: `${MEDIA}v2.lineitemcontainer+json` },
      signal,
    })
    const items = readJson(listed.text)
    // Without a list there may be a column of ours already, and a second one would confuse teachers.
    if (!Array.isArray(items)) throw new Error('the LMS did not list its columns')
    const found = items.find(item => item?.tag === TAG)?.id
    return typeof found === 'string' ? found : null
  }

  /** Returns the column named by the launch, or our column in the course, which is created once when missing. */
  const lineItem = async (target: ScoreTarget): Promise<string> => {
    const { lineItemUrl, lineItemsUrl } = target
    if (lineItemUrl) return lineItemUrl
    if (!lineItemsUrl) throw new GradeRejected('The launch did not name a column')
    return (
      (await findOwnColumn(target, lineItemsUrl)) ??
      withClaim(
        db,
        `column of ${lineItemsUrl}`,
        async signal =>
          (await findOwnColumn(target, lineItemsUrl, signal)) ?? createOwnColumn(target, lineItemsUrl, signal),
      )
    )
  }

  const createOwnColumn = async (target: ScoreTarget, lineItemsUrl: string, signal: AbortSignal): Promise<string> => {
    const made = await ask(target, 'lineitem', {
      method: 'POST',
      url: lineItemsUrl,
      headers: { 'content-type': `${MEDIA}v2.lineitem+json` },
      body: JSON.stringify({ scoreMaximum: 1, label: LABEL, tag: TAG, resourceId: TAG }),
      signal,
    })
    const id = readJson(made.text)?.id
    if (typeof id !== 'string') throw new GradeRejected('The LMS did not create the column')
    return id
  }

  return {
    async send(target: ScoreTarget, score: Score): Promise<void> {
      await ask(target, 'score', {
        method: 'POST',
        url: serviceUrl(await lineItem(target), 'scores'),
        headers: { 'content-type': `${MEDIA}v1.score+json` },
        body: JSON.stringify({
          userId: target.userId,
          scoreGiven: score,
          scoreMaximum: 1,
          activityProgress: score === 1 ? 'Completed' : 'Initialized',
          gradingProgress: 'FullyGraded',
          timestamp: clock.now().toISOString(),
        }),
      })
    },

    /** Returns the score in the LMS; null when there is none or we may not read it. */
    async read(target: ScoreTarget): Promise<number | null> {
      if (!target.scopes.includes(`${SCOPE}result.readonly`)) return null
      const url = new URL(serviceUrl(await lineItem(target), 'results'))
      url.searchParams.set('user_id', target.userId)
      const { text } = await ask(target, 'result.readonly', {
        url: url.href,
        headers: { accept: `${MEDIA}v2.resultcontainer+json` },
      })
      const results = readJson(text)
      const mine = (Array.isArray(results) ? results : []).find(r => r?.userId === target.userId)
      const { resultScore, resultMaximum = 1 } = mine ?? {}
      return typeof resultScore === 'number' && resultMaximum > 0 ? resultScore / resultMaximum : null
    },
  }
}

/** Appends to a column's path and keeps its query, which Moodle and Blackboard use (LTI-AGS §3.2). */
export const serviceUrl = (address: string, part: 'scores' | 'results'): string => {
  const url = new URL(address)
  url.pathname = `${url.pathname}/${part}`
  return url.href
}

/**
 * Throws for an answer that is not a success: GradeRejected when permanent, Error when a retry may succeed (an expired
 * token, two scores at once).
 */
const checkAnswer = (answer: HttpResponse): HttpResponse => {
  const { status, text } = answer
  if (status >= 200 && status < 300) return answer
  const why = `HTTP ${status} ${text.slice(0, 200)}`
  if (status === 401 || status === 409 || isRetryable(status, text))
    throw new Error(`the LMS did not take the grade: ${why}`)
  throw new GradeRejected(why)
}

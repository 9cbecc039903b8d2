import * as z from 'zod'
import type { Needs } from '#src/context.ts'
import { withClaim } from '#src/core/claims/claims.ts'
import type { Call, HttpResponse } from '#src/core/outbound.ts'
import { maybe, number, parseJson, readJson } from '#src/core/outside/json.ts'
import { itemsOf, nextPageUrl } from '#src/core/outside/pages.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'
import { GradeForbidden, GradeRejected, type GradeTarget, isRetryable, type Score } from '../rules/grade.ts'
import { findOwnColumn, forgetOwnColumn, saveOwnColumn } from '../store/grades.ts'
import { PlatformUnavailable } from './platforms.ts'

type ScoreTarget = Extract<GradeTarget, { kind: 'score' }>

const SCOPE = 'https://purl.imsglobal.org/spec/lti-ags/scope/'
const MEDIA = 'application/vnd.ims.lis.'
class NotFound extends GradeRejected {}

/** Tag that identifies our column in the course. */
const TAG = 'signbook-access'
const LABEL = 'Textbook'

const Column = z.object({ id: text, tag: maybe(text), resourceId: maybe(text) })
const Results = z.array(z.object({ userId: text, resultScore: maybe(number), resultMaximum: maybe(number) }))
const MOST = { pages: 100, items: 10_000, milliseconds: 30_000 }

const ask = async (app: Needs<'lms'>, target: ScoreTarget, scope: string, call: Call): Promise<HttpResponse> => {
  if (!target.scopes.some(s => s === `${SCOPE}${scope}`))
    throw new GradeForbidden(`The launch of this link did not allow the scope ${scope}`)
  const answer = await app.lms.platform(target.platformId, [`${SCOPE}${scope}`], call).catch(error => {
    throw error instanceof PlatformUnavailable ? new GradeRejected(error.message) : error
  })
  return checkAnswer(answer)
}

/** Looks in the LMS's list for a column that we made before we kept its id. */
const searchOwnColumn = async (app: Needs<'lms'>, target: ScoreTarget, lineItemsUrl: string, signal: AbortSignal) => {
  const url = new URL(lineItemsUrl)
  url.searchParams.set('tag', TAG)
  const columns = itemsOf({
    first: url.href,
    async read(page) {
      const headers = { accept: `${MEDIA}v2.lineitemcontainer+json` }
      const answer = await ask(app, target, 'lineitem', { url: page, headers, signal })
      const items = readJson(z.array(Column), answer.text, 'the LMS, asked for its columns,')
      return { items, next: nextPageUrl(answer.headers.link) }
    },
    idOf: column => column.id,
    most: MOST,
  })
  // Without the whole list there may be a column of ours already, and a second one would confuse teachers.
  for await (const { id, tag, resourceId } of columns)
    if (tag === TAG || resourceId === TAG) return new URL(id, lineItemsUrl).href
  return null
}

const createOwnColumn = async (
  app: Needs<'lms'>,
  target: ScoreTarget,
  lineItemsUrl: string,
  signal: AbortSignal,
): Promise<string> => {
  const made = await ask(app, target, 'lineitem', {
    method: 'POST',
    url: lineItemsUrl,
    headers: { 'content-type': `${MEDIA}v2.lineitem+json` },
    body: JSON.stringify({ scoreMaximum: 1, label: LABEL, tag: TAG, resourceId: TAG }),
    signal,
  })
  // Some LMS answer with a list.
  const [column] = [parseJson(made.text)].flat()
  const id = Column.safeParse(column).data?.id ?? made.headers.location
  if (!id || !URL.canParse(id, lineItemsUrl)) throw new GradeRejected('The LMS did not create the column')
  return new URL(id, lineItemsUrl).href
}

/** Returns our column in the course by the id that the LMS returned. Finds or creates it once when we have none. */
const ownColumn = async (app: Needs<'db' | 'lms'>, target: ScoreTarget, lineItemsUrl: string): Promise<string> =>
  (await findOwnColumn(app.db, lineItemsUrl)) ??
  withClaim(app.db, `column of ${lineItemsUrl}`, async signal => {
    const known = await findOwnColumn(app.db, lineItemsUrl)
    if (known) return known
    const url =
      (await searchOwnColumn(app, target, lineItemsUrl, signal)) ??
      (await createOwnColumn(app, target, lineItemsUrl, signal))
    await saveOwnColumn(app.db, lineItemsUrl, url)
    return url
  })

/** Asks for the column itself: a score of a person whom the LMS does not know gets a 404 too. */
const isColumnGone = (app: Needs<'lms'>, target: ScoreTarget, url: string): Promise<boolean> =>
  ask(app, target, 'lineitem', { url, headers: { accept: `${MEDIA}v2.lineitem+json` } }).then(
    () => false,
    error => {
      if (error instanceof GradeRejected) return error instanceof NotFound
      throw error
    },
  )

/** Calls a service of the column that the launch named, or of ours, which is made again if a teacher deleted it. */
const askColumn = async (
  app: Needs<'db' | 'lms'>,
  target: ScoreTarget,
  scope: string,
  callOf: (column: string) => Call,
) => {
  const { lineItemUrl, lineItemsUrl } = target
  if (lineItemUrl) return ask(app, target, scope, callOf(lineItemUrl))
  if (!lineItemsUrl) throw new GradeForbidden('The launch did not name a column')
  const column = await ownColumn(app, target, lineItemsUrl)
  return ask(app, target, scope, callOf(column)).catch(async error => {
    if (!(error instanceof NotFound) || !(await isColumnGone(app, target, column))) throw error
    await forgetOwnColumn(app.db, lineItemsUrl, column)
    return ask(app, target, scope, callOf(await ownColumn(app, target, lineItemsUrl)))
  })
}

/** Sends 1 for a person with access, else 0 (LTI-AGS 2.0). Throws GradeRejected when permanent, else Error. */
export const sendToColumn = async (
  app: Needs<'clock' | 'db' | 'lms'>,
  target: ScoreTarget,
  score: Score,
): Promise<void> => {
  await askColumn(app, target, 'score', column => ({
    method: 'POST',
    url: serviceUrl(column, 'scores'),
    headers: { 'content-type': `${MEDIA}v1.score+json` },
    body: JSON.stringify({
      userId: target.userId,
      scoreGiven: score,
      scoreMaximum: 1,
      activityProgress: score === 1 ? 'Completed' : 'Initialized',
      gradingProgress: 'FullyGraded',
      timestamp: app.clock.now().toISOString(),
    }),
  }))
}

/** Returns the score in the LMS; null when there is none or we may not read it. */
export const readColumn = async (app: Needs<'db' | 'lms'>, target: ScoreTarget): Promise<number | null> => {
  if (!target.scopes.includes(`${SCOPE}result.readonly`)) return null
  const { text } = await askColumn(app, target, 'result.readonly', column => {
    const url = new URL(serviceUrl(column, 'results'))
    url.searchParams.set('user_id', target.userId)
    return { url: url.href, headers: { accept: `${MEDIA}v2.resultcontainer+json` } }
  })
  const results = Results.safeParse(parseJson(text)).data
  const mine = results?.find(result => result.userId === target.userId)
  if (mine?.resultScore == null) return null
  const most = mine.resultMaximum ?? 1
  return most > 0 ? mine.resultScore / most : null
}

/** Appends to a column's path and keeps its query, which Moodle and Blackboard use (LTI-AGS §3.2). */
export const serviceUrl = (address: string, part: 'scores' | 'results'): string => {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${part}`
  url.hash = ''
  return url.href
}

/** Throws for an answer that is no success: GradeRejected, or Error when a retry may succeed. */
const checkAnswer = (answer: HttpResponse): HttpResponse => {
  const { status, text } = answer
  if (isSuccess(status)) return answer
  const why = `HTTP ${status} ${text.slice(0, 200)}`
  // A 401 has had a new token already, and the LMS may accept a later one. A 409 refuses a timestamp that is not newer than
  // the last, as Moodle does; the next attempt has a new one.
  if (status === 401 || status === 409 || isRetryable(status, text))
    throw new Error(`the LMS did not take the grade: ${why}`)
  if (status === 403) throw new GradeForbidden(why)
  throw status === 404 || status === 410 ? new NotFound(why) : new GradeRejected(why)
}

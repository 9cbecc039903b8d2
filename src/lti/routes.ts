import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App } from '#src/context.ts'
import { answers } from '#src/core/rules/calls.ts'
import { type Language, languageOf } from '#src/core/rules/language.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { fieldsOf } from '#src/http/fields.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { publishedKeys, publishedKeysOf } from '#src/schools/tool-keys.ts'
import { paths } from '#views/paths.ts'
import { examineToken, makeLaunchCheck } from './launch-check.ts'
import { type Received, receiveLaunch } from './receive-launch.ts'
import { answerLaunch, showCheck } from './routes/answers.ts'
import { askInLanguage, continueLaunch } from './routes/continue-launch.ts'
import { beginLogin } from './routes/login.ts'
import { mountConfiguration, mountRegistration, toolAddresses } from './routes/registration.ts'
import { logLaunch, verifyLaunch13 } from './routes/verify-launch.ts'
import { verifyLaunch11 } from './routes/verify-launch-11.ts'
import { collectLaunchParameters, firstValue } from './rules/launch.ts'
import type { Refusal } from './rules/launch-refusals.ts'
import { claimLaunch } from './store/receive-launch.ts'
import type { Verdict } from './v1p3/verified-claims.ts'

const pingCall = {
  tags: ['Payment page'],
  summary: 'Says whether the cookie of an earlier call came back, to detect blocked cookies.',
  response: answers(z.object({ ok: z.literal(true), cookie: z.boolean() })),
}

/** Mounts the call that shows whether the browser keeps our cookies inside the LMS. */
export const mountPing = (scope: JsonScope): void => {
  scope.get(paths.ping, { schema: pingCall }, async (request, reply) => {
    reply.setCookie('signbook_ping', '1', {
      path: paths.ping,
      httpOnly: true,
      secure: true,
      sameSite: 'none',
      partitioned: true,
      maxAge: 600,
    })
    return { ok: true as const, cookie: request.cookies.signbook_ping === '1' }
  })
}

/** Skips input cleaning: the signature covers the input exactly as sent. */
const asSent = { config: { asSent: true } }

/** Mounts the LTI routes. Both versions use POST /lti/launch, so that a school can move to 1.3 and keep its links. */
export const mountLti = (server: FastifyInstance, app: App): void => {
  const receive = async (verdict: Verdict): Promise<Received> =>
    verdict.ok ? receiveLaunch(app, verdict.launch, verdict.claim) : refused(verdict.refusal)

  server.post(paths.launch, asSent, async (request, reply) => {
    const parameters = collectLaunchParameters(request.query, request.body)
    // A 1.3 launch has an id_token, or an error in its place.
    const is13 = firstValue(parameters, 'id_token') !== undefined || firstValue(parameters, 'error') !== undefined
    const verifiedLaunch = is13
      ? await verifyLaunch13(request, reply, parameters, app)
      : await verifyLaunch11(request, parameters, app)
    if ('reply' in verifiedLaunch) return verifiedLaunch.reply
    const { arrived, asksForCheck, verdict, facts, baseString } = verifiedLaunch
    const write = (received: Received | { go: 'checked' }) =>
      logLaunch(app, request, { parameters, received, facts, baseString })
    if (asksForCheck) {
      const refusal = verdict.ok ? ((await claimLaunch(app.db, verdict.claim)) ? null : replay) : verdict.refusal
      write(refusal ? refused(refusal) : { go: 'checked' })
      const examination =
        refusal && is13
          ? await examineToken(app, refusal, firstValue(parameters, 'id_token') ?? '', facts ?? {})
          : { faults: [], isSigned: null }
      const checkIn = (language: Language) => makeLaunchCheck(arrived, refusal, examination, app.timezone, language)
      return showCheck(reply, refusal, checkIn, facts, app)
    }
    const received = await receive(verdict)
    write(received)
    return answerLaunch(reply, received, { login: facts?.login }, app)
  })
  server.get(paths.launch, async (_request, reply) => answerLaunch(reply, refused({ reason: 'unreadable' }), {}, app))

  server.all(paths.ltiWrongAddress, async (request, reply) => {
    const parameters = collectLaunchParameters(request.query, request.body)
    const received = refused({ reason: 'target', detail: `the address was ${request.originalUrl.slice(0, 200)}` })
    logLaunch(app, request, { parameters, received, facts: {} })
    return answerLaunch(reply, received, {}, app)
  })

  // A reload or a bookmark of the page behind the button.
  server.get(paths.ltiContinue, async (_request, reply) =>
    answerLaunch(reply, refused({ reason: 'continue' }), {}, app),
  )
  server.post(paths.ltiContinue, async (request, reply) => {
    const { id = '', show_in: shown, lang } = fieldsOf(request.body)
    const { verdict, facts } = await continueLaunch(request, id, app)
    const language = languageOf(shown)
    if (verdict.ok && language && facts.login)
      return askInLanguage(reply, { login: facts.login, launch: verdict.launch, id, language }, app)
    const received = await receive(verdict)
    logLaunch(app, request, { parameters: {}, received, facts })
    return answerLaunch(reply, received, { login: facts.login, chosen: languageOf(lang) }, app)
  })

  const login = async (request: FastifyRequest, reply: FastifyReply) => {
    const stopped = await beginLogin(request, reply, app)
    if (!stopped) return reply
    const parameters = collectLaunchParameters(request.query, request.body)
    const received = refused(stopped.refusal)
    logLaunch(app, request, { parameters, received, facts: {} })
    const login = stopped.platform && { platform: stopped.platform, lmsOrigin: null }
    return answerLaunch(reply, received, { login }, app)
  }
  server.get(paths.ltiLogin, asSent, login)
  server.post(paths.ltiLogin, asSent, login)

  const tool = toolAddresses(app.publicUrl)
  mountConfiguration(server, tool)
  mountRegistration(server, app, tool)

  server.get(paths.keys, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return publishedKeys(app)
  })
  server.get<{ Params: { id: string } }>(paths.platformKeys, async (request, reply) => {
    const keys = await publishedKeysOf(app, rowId(request.params.id) ?? 0)
    if (!keys) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=300').send(keys)
  })
}

const refused = (refusal: Refusal): Received => ({ go: 'refused', ...refusal })

const replay: Refusal = { reason: 'nonce' }

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Clock } from '#src/core/clock.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import type { Problem } from '#src/core/rules/problem.ts'
import { demand, demandAllSchools, demandRole, may, SignInAgain, staffMessages } from '#src/core/rules/staff.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { type Answer, answeredBefore, answeredNow, type Done, type DoneShown } from '#views/answer.ts'
import { LoggedOut } from '#views/login/logged-out.tsx'
import { hrefs, paths } from '#views/paths.ts'
import type { Form, Result, Screen, ScreenContext } from '#views/screen.ts'
import { AnswerOfPage } from '#views/ui/answer.ts'
import { runConfirmed } from './confirm-form.ts'
import { sendCsvFile } from './csv-file.ts'
import { fieldsOf, lastOf, valuesOf } from './fields.ts'
import { acceptFileUpload, uploadedFile } from './file-upload.ts'
import { chosenLanguage, keepLanguage, visitorLanguage } from './page-language.ts'
import type { Pages } from './pages.ts'
import { guardOf } from './route-guard.ts'
import { noticeFor } from './site-notice.ts'
import { ForgedPost, type StaffGuard, type StaffSession } from './staff-guard.ts'

/** The largest file of a form, unless the screen sets `maxFileBytes`. */
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives a page's form, and the page has the same URL. */
    isScreen?: boolean
  }
}

interface ScreenDeps {
  modules: ScreenContext['modules']
  content: ScreenContext['content']
  clock: Clock
  pages: Pages
  guard: StaffGuard
}

/**
 * Mounts screens: GET loads and renders, POST runs the action of the pressed button. An action that was refused or that
 * asks is answered with the same page, loaded again. See views/screen.ts and views/answer.ts.
 */
export const mountScreens = (server: FastifyInstance, screens: Screen[], deps: ScreenDeps): void => {
  for (const screen of screens) {
    const mountIn = (scope: FastifyInstance) => {
      for (const path of [screen.path].flat()) mount(scope, path, screen, deps)
    }
    if (!screen.takesFile) mountIn(server)
    else
      server.register(async scope => {
        await acceptFileUpload(scope, screen.maxFileBytes ?? MAX_UPLOAD_BYTES)
        mountIn(scope)
      })
  }
}

const mount = (server: FastifyInstance, path: string, screen: Screen, deps: ScreenDeps): void => {
  switch (screen.access) {
    case 'public':
    case 'demo':
    case 'staff':
      break
    default:
      screen.access satisfies never
      throw new Error(`${path}: unknown access level`)
  }
  const { guard, pages } = deps
  /** Returns the staff session; null on pages without the navigation bar, unless they have links for staff. */
  const sessionOf = async (request: FastifyRequest, reply: FastifyReply): Promise<StaffSession | null> =>
    screen.chrome !== 'bar' && !screen.linksStaff ? null : guard.ofPage(request, reply)

  const loggedOut = (
    request: FastifyRequest,
    reply: FastifyReply,
    given: Omit<Parameters<typeof LoggedOut>[0], 'action'>,
  ) => {
    guard.close(reply)
    const main = createElement(LoggedOut, { action: request.url, ...given })
    return pages.send(reply, {
      title: 'Logged out',
      status: 401,
      switchAt: 'english',
      chrome: 'bar',
      framedBy: 'nobody',
      main,
    })
  }

  server.get(path, async (request, reply) => {
    const session = await sessionOf(request, reply)
    if (screen.access === 'staff' && !session) {
      if (!screen.unauthorized || !guard.hasCookie(request)) return redirectGuest(guard, request, reply)
      return loggedOut(request, reply, { says: screen.unauthorized, fields: null, file: false })
    }
    // The page that sign-in leads to. Roles of the clip studio have one of their own.
    if (session && request.routeOptions.url === paths.course && isOfStudio(session))
      return reply.redirect(paths.clips, 303)
    if (session) demandAccess(screen, session)
    if (screen.translated) await keepChoice(request, reply, deps)
    const context = contextOf(request, deps, session, screen)
    const { takeFlash } = deps.modules.staff
    const left = screen.access === 'staff' && session ? await takeFlash<DoneShown>(session, request.url) : null
    if (left) context.answer = answeredBefore(left)
    try {
      return await answer(request, reply, { screen, deps, session, context }, await screen.load(context))
    } catch (error) {
      if (error instanceof SignInAgain) return reply.redirect(hrefs.confirmSignIn(localPath(request.url)), 303)
      throw error
    }
  })
  const { submit } = screen
  if (!submit) return
  server.post(path, { config: { isScreen: true } }, async (request, reply) => {
    const session = await sessionOf(request, reply)
    if ((screen.access === 'staff' || session) && guard.isForged(request)) throw new ForgedPost()
    if (screen.signsIn) guard.demandOwnSite(request)
    const all = valuesOf(request.body)
    const isFile = screen.takesFile !== undefined && request.isMultipart()
    if (screen.access === 'staff' && !session)
      return loggedOut(request, reply, { says: staffMessages.unauthorized, fields: all, file: isFile })
    if (session) demandAccess(screen, session)
    if (screen.takesFile && session) demand(session.staff, screen.takesFile)
    const form = screen.takesFile ? await withFile(request, screen) : { fields: lastOf(all), all }
    const intent = form.fields.intent ?? 'default'
    const run = Object.hasOwn(submit, intent) ? submit[intent] : undefined
    if (!run) throw new UnreadableForm()
    const act = async (session: StaffSession | null, given: Form) => {
      const context = contextOf(request, deps, session, screen)
      const result = await run(context, given)
      const shown = { screen, deps, session, context }
      switch (result.kind) {
        case 'done':
          return redirectDone(request, reply, shown, result)
        case 'refused':
        case 'ask':
          context.answer = answeredNow(result, { form: given, url: request.url, intent, fields: screen.fields ?? [] })
          return showRefused(request, reply, shown, result)
        default:
          return answer(request, reply, shown, result)
      }
    }
    return session ? runConfirmed(deps, { request, reply, session }, form, act) : act(null, form)
  })
}

/** Keeps the language that a visitor chose: with the person whose link it is, and with the browser. */
const keepChoice = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { modules, pages }: ScreenDeps,
): Promise<void> => {
  const language = chosenLanguage(request)
  if (!language) return
  const { token, state = '' } = fieldsOf(request.query)
  if (token) await modules.access.chooseLanguage({ token, state }, language)
  keepLanguage(reply, language, pages.site)
}

/** Refuses a staff screen to roles without its right, and one that does not know about schools to a role for some. */
const demandAccess = ({ access, right = 'see', knowsSchools }: Screen, { staff }: StaffSession): void => {
  if (access !== 'staff') return
  demandRole(staff, right)
  if (!knowsSchools) demandAllSchools(staff)
}

/** Returns true if the role opens the clip studio and not the back office. */
const isOfStudio = ({ staff }: StaffSession): boolean => may(staff, 'clips') && !may(staff, 'see')

/**
 * Redirects a visitor who is not signed in to the login page or the start page (docs/rules/staff.md). A session that
 * has ended leads to the start page, and its cookie is removed.
 */
const redirectGuest = (guard: StaffGuard, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (guard.hasCookie(request)) {
    guard.close(reply)
    return reply.redirect(paths.root, 302)
  }
  const [path = ''] = request.url.split('?')
  return reply.redirect(guardOf(path) === 'login' ? hrefs.login(request.url) : paths.root, 302)
}

/** Thrown for a form that none of our pages contains. */
class UnreadableForm extends Error {
  readonly statusCode = 400
}

interface RenderContext {
  screen: Screen
  deps: ScreenDeps
  session: StaffSession | null
  context: ScreenContext
}

/** True if an island posts the form: it asks for JSON instead of a page. */
const isFetch = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

/** Leads on to where an action says so. An island gets the address instead, so that it can still act on the answer. */
const redirectDone = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, session }: RenderContext,
  { to, feedback, shows }: Done,
): Promise<FastifyReply> => {
  if (feedback || shows) {
    if (!session) throw new Error('only staff pages keep what they show once')
    await deps.modules.staff.keepFlash(session, to, { feedback, shows })
  }
  return isFetch(request) ? reply.send({ to }) : reply.redirect(to, 303)
}

/** Loads the page again, with the sentences of the refusal and what was typed. An island gets the reason as JSON. */
const showRefused = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: RenderContext,
  given: Exclude<Answer, Done>,
): Promise<FastifyReply> => {
  const refusal = given.kind === 'refused' ? given : given.refusal
  const { reason, status, problems, retryAfter } = refusal ?? {
    ...{ reason: 'confirmation_needed', status: 200, problems: {}, retryAfter: null },
  }
  reply.header('x-reason', reason)
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, shown.deps.clock.now()))
  if (isFetch(request)) {
    const errors = Object.entries(problems).map(([field, message]) => ({ field, message }))
    const body: Problem = { error: errors[0]?.message ?? '', reason, errors }
    return reply.code(refusal ? status : 409).send(body)
  }
  const page = await shown.screen.load(shown.context)
  return answer(request, reply, shown, page.kind === 'page' ? { ...page, status } : page)
}

const answer = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { screen, deps: { pages, clock, guard, modules }, session, context }: RenderContext,
  result: Result<unknown>,
): Promise<FastifyReply> => {
  if (result.kind === 'leave') return reply.redirect(result.url, 303)
  if (result.kind === 'csv') return sendCsvFile(reply, result.name, Readable.from(result.lines))
  if (result.kind === 'redirect') {
    if (result.session) guard.open(reply, { ...result.session, device: guard.deviceOf(request) })
    return reply.redirect(result.to, 303)
  }
  const { title, status, framedBy, outside, formTargets, data, retryAfter, language = context.language } = result
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, clock.now()))
  const notice = await noticeFor(request, modules.messages.findNotice)
  if (screen.translated) reply.header('vary', 'accept-language')
  return pages.send(reply, {
    title,
    ...(screen.translated ? { language, switchAt: { url: request.url } } : { switchAt: 'english' }),
    status,
    framedBy,
    outside,
    alert: notice && { notice, url: request.url },
    formTargets,
    chrome: screen.chrome,
    camera: screen.usesCamera,
    shell:
      screen.chrome === 'bar' && session
        ? { staff: session.staff, url: request.url, waiting: await context.countWaiting() }
        : null,
    main: createElement(
      AnswerOfPage,
      { value: context.answer },
      createElement(screen.View, { data, site: pages.site }),
    ),
  })
}

const contextOf = (
  request: FastifyRequest,
  { modules, content, clock, pages, guard }: ScreenDeps,
  session: StaffSession | null,
  { translated }: Screen,
): ScreenContext => ({
  // The navigation of staff is in English, so the page in it is, too.
  language: translated && !session ? visitorLanguage(request) : 'en',
  params: fieldsOf(request.params),
  query: fieldsOf(request.query),
  modules,
  content,
  site: pages.site,
  now: clock.now(),
  address: request.ip,
  url: request.url,
  origin: `${request.protocol}://${request.host}`,
  staff: session?.staff ?? null,
  session,
  device: guard.deviceOf(request),
  answer: null,
  countWaiting: once(async () => session && modules.staff.countWaitingWork(session.staff)),
})

/** Calls a function at the first call only. */
const once = <T>(run: () => T): (() => T) => {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: run() }
    return result.value
  }
}

/** Reads a form with a file as a stream. Its other fields are not read; a form without a file is like any other. */
const withFile = async (request: FastifyRequest, { maxFileBytes = MAX_UPLOAD_BYTES }: Screen): Promise<Form> => {
  const all = valuesOf(request.body)
  return { fields: lastOf(all), all, file: await uploadedFile(request, maxFileBytes) }
}

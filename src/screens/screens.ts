import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { chooseLanguage } from '#src/access/tokens.ts'
import { takeFlash } from '#src/accounts/flashes.ts'
import { demand, demandAllSchools, demandRole, may, SignInAgain, staffMessages } from '#src/core/rules/staff.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { fieldsOf, lastOf, valuesOf } from '#src/http/fields.ts'
import { acceptFileUpload, compression, uploadedFile } from '#src/http/files.ts'
import { ForgedPost, guardOf, type StaffGuard, type StaffSession } from '#src/http/staff-guard.ts'
import { chosenLanguage, keepLanguage, visitorLanguage } from '#src/http/visitor-choices.ts'
import { answeredBefore, answeredInLanguage, type DoneShown } from '#views/answer.ts'
import { LoggedOut } from '#views/login/sign-in-again.tsx'
import { hrefs, paths } from '#views/paths.ts'
import type { Form, Screen, ScreenContext } from '#views/screen.ts'
import { answerPost, runConfirmed, type ScreenDeps, sendResult } from './answers.ts'

/** The largest file of a form, unless the screen sets `maxFileBytes`. */
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives a page's form, and the page has the same URL. */
    isScreen?: boolean
  }
}

/** Mounts screens. A refused action, or one that asks, is answered with the same page. See views/screen.ts. */
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
  const { app, guard } = deps
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
    return app.pages.send(reply, {
      title: 'Logged out',
      status: 401,
      switchAt: 'english',
      chrome: 'bar',
      styles: 'staff',
      framedBy: 'nobody',
      main,
    })
  }

  // The address of these pages has all that opens them. The cookie of staff adds links or a bar to some.
  const compress = screen.styles === 'signs' || screen.styles === 'teach' ? compression : false
  server.get(path, { compress }, async (request, reply) => {
    if (guard.hasCookie(request)) request.headers['x-no-compression'] = 'staff'
    const session = await sessionOf(request, reply)
    if (!isOpen(screen) && !session) {
      if (!screen.unauthorized || !guard.hasCookie(request)) return redirectGuest(guard, request, reply)
      return loggedOut(request, reply, { says: screen.unauthorized, fields: null, file: false })
    }
    // The page that sign-in leads to. Roles of the clip studio have one of their own.
    if (session && request.routeOptions.url === paths.course && isOfStudio(session))
      return reply.redirect(paths.clips, 303)
    if (session) demandAccess(screen, session)
    if (screen.translated) await keepChoice(request, reply, deps)
    const context = contextOf(request, deps, session, screen)
    const isShown = screen.access === 'staff' && session && !isPoll(request)
    const left = isShown ? await takeFlash<DoneShown>(app, session, request.url) : null
    if (left) context.answer = answeredBefore(left)
    try {
      return await sendResult(request, reply, { screen, deps, session, context }, await screen.load(context))
    } catch (error) {
      if (error instanceof SignInAgain) return reply.redirect(hrefs.confirmSignIn(localPath(request.url)), 303)
      throw error
    }
  })
  const { submit } = screen
  if (!submit) return
  server.post(path, { config: { isScreen: true } }, async (request, reply) => {
    const session = await sessionOf(request, reply)
    if ((!isOpen(screen) || session) && guard.isForged(request)) throw new ForgedPost()
    if (screen.signsIn) guard.demandOwnSite(request)
    const all = valuesOf(request.body)
    const isFile = screen.takesFile !== undefined && request.isMultipart()
    if (!isOpen(screen) && !session)
      return loggedOut(request, reply, { says: staffMessages.unauthorized, fields: all, file: isFile })
    if (session) demandAccess(screen, session)
    if (screen.takesFile && session) demand(session.staff, screen.takesFile)
    const form: Form = { fields: lastOf(all), all }
    // A file is read as a stream, without the other fields. A form without a file is like any other.
    if (screen.takesFile) form.file = await uploadedFile(request, screen.maxFileBytes ?? MAX_UPLOAD_BYTES)
    if (screen.translated && form.fields.typed_in !== undefined) {
      await keepChoice(request, reply, deps)
      const context = contextOf(request, deps, session, screen)
      context.answer = answeredInLanguage(form, form.fields.typed_in, request.url)
      return sendResult(request, reply, { screen, deps, session, context }, await screen.load(context))
    }
    const intent = form.fields.intent ?? 'default'
    const run = Object.hasOwn(submit, intent) ? submit[intent] : undefined
    if (!run) throw Object.assign(new Error('none of our pages has this form'), { statusCode: 400 })
    const act = async (session: StaffSession | null, given: Form) => {
      const context = contextOf(request, deps, session, screen)
      const result = await run(context, given)
      return answerPost(request, reply, { screen, deps, session, context }, { form: given, intent, result })
    }
    return session ? runConfirmed(app, { request, reply, session }, form, act) : act(null, form)
  })
}

/** Keeps the language that a visitor chose: with the person whose link it is, and with the browser. */
const keepChoice = async (request: FastifyRequest, reply: FastifyReply, { app }: ScreenDeps): Promise<void> => {
  const language = chosenLanguage(request)
  if (!language) return
  const { token, state = '' } = fieldsOf(request.query)
  if (token) await chooseLanguage(app, { token, state }, language)
  keepLanguage(reply, language, app.pages.site)
}

/** Any other level of access needs a staff session. */
const isOpen = ({ access }: Screen): boolean => access === 'public' || access === 'demo'

/** Refuses a staff screen to roles without its right, and one that does not know about schools to a role for some. */
const demandAccess = (screen: Screen, { staff }: StaffSession): void => {
  const { right = 'see', knowsSchools } = screen
  if (isOpen(screen)) return
  demandRole(staff, right)
  if (!knowsSchools) demandAllSchools(staff)
}

/** Returns true if the role opens the clip studio and not the back office. */
const isOfStudio = ({ staff }: StaffSession): boolean => may(staff, 'clips') && !may(staff, 'see')

/** Redirects a visitor to the login or start page (docs/rules/staff.md). Removes the cookie of an ended session. */
const redirectGuest = (guard: StaffGuard, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (guard.hasCookie(request)) {
    guard.close(reply)
    return reply.redirect(paths.root, 302)
  }
  const [path = ''] = request.url.split('?')
  return reply.redirect(guardOf(path) === 'login' ? hrefs.login(request.url) : paths.root, 302)
}

/** True if client/poll.ts fetches the page: it shows only parts of it, so what is shown once waits for a visit. */
const isPoll = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'empty'

const contextOf = (
  request: FastifyRequest,
  { app, content, guard }: ScreenDeps,
  session: StaffSession | null,
  { translated }: Screen,
): ScreenContext => ({
  // The navigation of staff is in English, so the page in it is, too.
  language: translated && !session ? visitorLanguage(request) : 'en',
  params: fieldsOf(request.params),
  query: fieldsOf(request.query),
  ...{ app, content, session, site: app.pages.site },
  now: app.clock.now(),
  address: request.ip,
  url: request.url,
  origin: `${request.protocol}://${request.host}`,
  staff: session?.staff ?? null,
  device: guard.deviceOf(request),
  answer: null,
})

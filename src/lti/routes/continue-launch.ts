import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { App, Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import type { Language } from '#src/core/rules/language.ts'
import { isFromOurPage } from '#src/http/security.ts'
import { keepLanguage, ownLanguage, visitorLanguage } from '#src/http/visitor-choices.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { ContinueLaunch } from '#views/launching/launch-pages.tsx'
import type { Launch } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import { findLoginToContinue, forgetClaims, keepClaims, type Login } from '../store/logins.ts'
import type { Claims } from '../v1p3/claims.ts'
import { factsOf, type LaunchFacts, readVerified, refusedFor, type Verdict } from '../v1p3/verified-claims.ts'
import { signedFramers } from './answers.ts'
import { isSameClient, otherClient } from './login.ts'

/** Time to press Continue. */
const KEPT_MS = 5 * 60 * 1000

/** Keeps a verified launch and asks the person to continue, where nothing can be stored. The page has a one-time id. */
export const askToContinue = async (
  reply: FastifyReply,
  { login, claims, launch }: { login: Login; claims: Claims; launch: Launch },
  app: Needs<'clock' | 'db' | 'pages'>,
): Promise<FastifyReply> => {
  const { db, clock } = app
  const now = clock.now()
  const id = mintSecret()
  await forgetClaims(db, now)
  await keepClaims(db, login.stateHash, sha256(id), JSON.stringify(claims), new Date(now.getTime() + KEPT_MS))
  const { request } = reply
  const language = ownLanguage(request) ?? launch.person.language ?? visitorLanguage(request)
  return sendQuestion(reply, { login, launch, id, language, isChosen: false }, app)
}

interface Question {
  login: Login
  launch: Launch
  id: string
  language: Language
  /** The person chose the language on this page. */
  isChosen: boolean
}

const sendQuestion = (
  reply: FastifyReply,
  { login, launch, id, language, isChosen }: Question,
  { pages }: Needs<'pages'>,
): FastifyReply =>
  pages.send(reply, {
    chrome: 'bare',
    framedBy: signedFramers(launch, login),
    status: 200,
    language,
    switchAt: 'within',
    title: textsIn(language).launch.oneMoreStep,
    main: createElement(ContinueLaunch, { launch, id, isChosen, site: pages.site }),
  })

/** Sends the question again in the language that the person chose. Its browser may refuse the cookie that keeps it. */
export const askInLanguage = (
  reply: FastifyReply,
  { login, launch, id, language }: Omit<Question, 'isChosen'>,
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  keepLanguage(reply, language, app)
  return sendQuestion(reply, { login, launch, id, language, isChosen: true }, app)
}

/** Takes up the launch that waits for this click. Spends nothing: the statement that writes the launch does. */
export const continueLaunch = async (
  request: FastifyRequest,
  id: string,
  app: App,
): Promise<{ verdict: Verdict; facts: LaunchFacts }> => {
  const now = app.clock.now()
  const login = await findLoginToContinue(app.db, sha256(id))
  const facts: LaunchFacts = login ? { ...factsOf(login), binding: 'click' } : {}
  const refuse = (refusal: Refusal) => ({ verdict: refusedFor(refusal), facts })
  if (!isFromOurPage(request, app.publicUrl))
    return refuse({ reason: 'browser', detail: 'the click did not come from our page' })
  if (!login) return refuse({ reason: 'continue' })
  if (login.consumedAt) return refuse({ reason: 'nonce' })
  if (!login.claims || !login.claimsExpireAt || login.claimsExpireAt.getTime() <= now.getTime())
    return refuse({ reason: 'continue' })
  if (!login.platform.isActive) return refuse({ reason: 'platform-off' })
  if (!login.platform.opensWithoutCookies) return refuse({ reason: 'browser' })
  if (!isSameClient(request, login)) return refuse(otherClient)
  const claims: Claims = JSON.parse(login.claims)
  facts.claims = claims
  return { verdict: await readVerified(claims, login, facts, app), facts }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { OpeningCourse } from '#views/launching/opening-course.tsx'
import { paths } from '#views/paths.ts'
import type { Login } from '../store/logins.ts'
import type { PlatformAnswer } from '../v1p3/platform-answer.ts'
import { storageKey } from './binding.ts'
import { languageOfLaunch } from './language-of-launch.ts'
import { launchFramers } from './launch-framers.ts'

/** Asks the platform's storage for the value, on a page that sends the launch again with it. */
export const askStorage = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
  target: string,
  { idToken, state }: PlatformAnswer,
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(request)
  const { origin } = new URL(login.platform.authorizationRedirect)
  const storage = { target, origin, key: storageKey(login.stateHash), id: mintSecret() }
  const fields: [string, string][] = [
    ['id_token', idToken],
    ['state', state],
  ]
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(request, login, publicUrl),
    status: 200,
    title: textsIn(language).launch.opening,
    language,
    switchAt: 'within',
    main: createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields }),
  })
}

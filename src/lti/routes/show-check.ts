import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { LaunchChecked } from '#views/launching/launch-checked.tsx'
import type { Examination } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { LaunchCheck } from '../rules/launch-check.ts'
import { type Refusal, refusals } from '../rules/launch-refusal.ts'
import { examineToken } from '../v1p3/token-faults.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'
import { languageOfLaunch } from './language-of-launch.ts'
import { launchFramers } from './launch-framers.ts'

/** Lists all faults of a 1.3 launch, not just the one that stopped it. */
export const examine = (
  { reason }: Refusal,
  parameters: Parameters,
  { login, binding }: LaunchFacts = {},
  { clock, publicUrl, timezone, platformKeys }: Needs<'clock' | 'platformKeys' | 'publicUrl' | 'timezone'>,
): Promise<Examination> =>
  examineToken({
    idToken: firstValue(parameters, 'id_token') ?? '',
    now: clock.now(),
    place: { publicUrl, timezone },
    login: login ?? null,
    // Do not wait again for a platform that just failed to respond.
    mayAskForKeys: Boolean(binding) && reason !== 'platform-keys',
    findKey: (url, kid) => platformKeys.find(url, kid),
  })

/** Sends the page with what was checked. */
export const showCheck = (
  reply: FastifyReply,
  request: FastifyRequest,
  checkIn: (language: Language) => LaunchCheck,
  facts: LaunchFacts | undefined,
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(request)
  const { refusal } = checkIn(language)
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(request, facts?.login, publicUrl),
    status: refusal ? refusals[refusal.reason].status : 200,
    title: textsIn(language).launchCheck.title,
    language,
    switchAt: 'within',
    main: createElement(LaunchChecked, { checkIn, reference: request.id, site: pages.site }),
  })
}

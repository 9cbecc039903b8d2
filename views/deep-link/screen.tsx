import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { ltiStatus } from '#src/lti/contract.ts'
import type { DeepLinkPage } from '#src/lti/index.ts'
import { type DeepLinkReason, deepLinkRefusals } from '#src/lti/rules/deep-link.ts'
import { Island } from '../island-host.tsx'
import SendForm from '../launching/send-form.island.tsx'
import { paths } from '../paths.ts'
import { type Page, page, type ScreenContext, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { ChooseLinks } from './choose-links.tsx'

type Data =
  | { kind: 'expired' }
  | { kind: 'choose'; found: DeepLinkPage; problem: string | null; address: string }
  | { kind: 'send'; returnUrl: string; jwt: string }

const TITLE = 'Add links to your course'

const expired = async ({ query, modules }: ScreenContext): Promise<Page<Data>> => {
  const lms = await modules.access.findFramers(query.token)
  return page(
    { kind: 'expired' },
    { title: textsIn('en').teacher.expiredTitle, status: ltiStatus.launch_expired, framedBy: { lms } },
  )
}

const choose = (context: ScreenContext, found: DeepLinkPage, reason?: DeepLinkReason): Page<Data> =>
  page(
    { kind: 'choose', found, problem: reason ? deepLinkRefusals[reason].message : null, address: context.url },
    { title: TITLE, status: reason ? ltiStatus[reason] : 200, framedBy: { lms: found.opened.framers } },
  )

const launchOf = ({ query: { token = '', state = '' } }: ScreenContext) => ({ token, state })

/** Page where a teacher picks links to add to a course (LTI Deep Linking 2.0). */
export const deepLink = screen<Data>({
  path: paths.deepLink,
  access: 'public',
  chrome: 'bare',
  load: async context => {
    const found = await context.modules.lti.openDeepLink(launchOf(context))
    return found ? choose(context, found) : expired(context)
  },
  submit: {
    default: async (context, { all }) => {
      const result = await context.modules.lti.signDeepLinks({ ...launchOf(context), values: all.link ?? [] })
      if (!result.ok)
        return result.reason === 'launch_expired' ? expired(context) : choose(context, result.page, result.reason)
      const { opened, returnUrl, jwt } = result
      const formTargets = [new URL(returnUrl).origin]
      return page({ kind: 'send', returnUrl, jwt }, { title: TITLE, framedBy: { lms: opened.framers }, formTargets })
    },
  },
  View: ({ data, site }) => {
    switch (data.kind) {
      case 'expired':
        return (
          <Message title={textsIn('en').teacher.expiredTitle} site={site}>
            <p>{deepLinkRefusals.launch_expired.message}</p>
          </Message>
        )
      case 'choose':
        return (
          <ChooseLinks
            page={data.found}
            problem={data.problem}
            action={data.address}
            course={courseName(data.found.opened)}
            site={site}
          />
        )
      case 'send':
        return (
          <Message title={TITLE} site={site}>
            <p className="lead">Your links are ready. Add them to your course now.</p>
            <Island
              of={SendForm}
              props={{ action: data.returnUrl, fields: [['JWT', data.jwt]], label: 'Add links to course' }}
              eager
            />
          </Message>
        )
      default:
        return data satisfies never
    }
  },
})

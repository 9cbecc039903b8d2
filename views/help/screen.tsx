import type { AllProblems } from '#src/domain/form.ts'
import { helpMessages } from '#src/domain/help.ts'
import { hrefs, paths } from '../paths.ts'
import { type Fields, page, redirect, type ScreenContext, screen } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import { Notice } from '../ui/notice.tsx'
import { Ask } from './ask.tsx'

interface Data {
  token: string | null
  email: string
  text: string
  problems: AllProblems
  /** In place of the form: the question came in, or it must wait. */
  done: { tone: 'good' | 'problem'; text: string } | null
}

const draw = (
  { query }: ScreenContext,
  fields: Fields,
  rest: Partial<Pick<Data, 'problems' | 'done'>> & { status?: number; retryAfter?: Date } = {},
) => {
  const { status = 200, retryAfter, problems = {}, done = null } = rest
  const { email = '', text = '' } = fields
  return page<Data>(
    { token: query.token || null, email, text, problems, done },
    { title: helpMessages.ask, status, ...(retryAfter ? { retryAfter } : {}) },
  )
}

/** 'Ask for help': a form on payment pages posts here, and stands here again when something is missing. */
export const help = screen<Data>({
  path: paths.help,
  access: 'public',
  chrome: 'bar',
  load: async context =>
    draw(context, {}, context.query.sent ? { done: { tone: 'good', text: helpMessages.sent } } : {}),
  submit: {
    default: async (context, { fields }) => {
      const { token = '' } = context.query
      const asked = await context.operations.askForHelp({ token, fields, address: context.address })
      switch (asked.kind) {
        case 'sent':
          return redirect(hrefs.help(token || undefined, 'yes'))
        case 'invalid':
          return draw(context, fields, { status: 422, problems: asked.problems })
        case 'wait': {
          const done = { tone: 'problem', text: asked.message } as const
          return draw(context, fields, { status: 429, retryAfter: asked.until, done })
        }
        default:
          return asked satisfies never
      }
    },
  },
  View: ({ data: { done, ...asked }, site }) => (
    <Message title={helpMessages.ask} site={site}>
      {done ? (
        <Notice tone={done.tone}>{done.text}</Notice>
      ) : (
        <Ask {...asked} action={hrefs.help(asked.token ?? undefined)} />
      )}
      {asked.token && (
        <p>
          <a href={asked.token.startsWith('m_') ? hrefs.ltiPay(asked.token) : hrefs.pay(asked.token)}>
            Back to your page
          </a>
        </p>
      )}
    </Message>
  ),
})

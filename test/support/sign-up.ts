import type { courses } from '#src/courses/store/schema/courses.ts'
import { sendMessage } from '#src/messages/messages.ts'
import type { TestApp } from './app.ts'
import { messagesTo } from './rows.ts'
import { makeConsumer, makeCourse } from './school.ts'

/** Valid under every password rule. */
export const PASSWORD = 'Zq7!mellow-otter'

/** Creates a course that people join by its link. */
export const joinable = async (
  app: TestApp,
  given: Partial<typeof courses.$inferInsert> = {},
  of: Parameters<typeof makeConsumer>[1] = {},
) => {
  const school = await makeConsumer(app, { key: `twa_${Math.random().toString(36).slice(2)}`, isHosted: true, ...of })
  return { school, course: await makeCourse(app, school.id, ['A'], given) }
}

interface Answer {
  http: number
  status?: string
  error?: string
  reason?: string
  errors?: { field: string; message: string }[]
  retryAfter?: string
}

/** POST /api/students/send_code */
export const signUp = async (
  app: TestApp,
  enroll_token: string,
  over: object = {},
  from: { remoteAddress?: string } = {},
): Promise<Answer> => {
  const payload = {
    enroll_token,
    name: 'Ana Lima',
    email: 'ana@school.example',
    password: PASSWORD,
    recaptcha_response: 'off',
    ...over,
  }
  const answer = await app.server.inject({ method: 'POST', url: '/api/students/send_code', payload, ...from })
  const retryAfter = answer.headers['retry-after']
  return { http: answer.statusCode, ...answer.json(), ...(retryAfter ? { retryAfter: String(retryAfter) } : {}) }
}

/** POST /api/students/verify_code */
export const verify = async (
  app: TestApp,
  enroll_token: string,
  email: string,
  magic_code: string,
  from: { remoteAddress?: string } = {},
) => {
  const payload = { enroll_token, email, magic_code }
  const answer = await app.server.inject({ method: 'POST', url: '/api/students/verify_code', payload, ...from })
  const cookies = Object.fromEntries(answer.cookies.map(c => [c.name, c.value]))
  return { http: answer.statusCode, cookies, ...answer.json() }
}

/** Returns the newest code mailed to an address. */
export const codeTo = async (app: TestApp, email: string): Promise<string> => {
  for (const { id, sentAt } of await messagesTo(app, email)) if (!sentAt) await sendMessage(app, id)
  const mail = app.mails.filter(m => m.to === email && /^\d{6,9}$/m.test(m.text)).at(-1)
  return mail?.text.match(/^(\d{6,9})$/m)?.[1] ?? ''
}

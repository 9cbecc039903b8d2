import * as z from 'zod'
import { answers } from '#src/core/rules/problem.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'

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

import * as z from 'zod/mini'
import { codeProblem } from './access-code.ts'

/** The access code as typed: trimmed, 6 to 20 characters (spec §5); the same schema in the browser and on the server. */
export const CodeForm = z.object({
  coupon: z.string().check(
    z.trim(),
    z.check(ctx => {
      const problem = codeProblem(ctx.value)
      if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value })
    }),
  ),
})

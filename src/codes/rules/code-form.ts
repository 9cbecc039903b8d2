import * as z from 'zod/mini'
import { codeProblem, typedCodeRefusals } from './access-code.ts'

/** Form of an access code: trimmed, 6 to 20 characters. Used in the browser and on the server. */
export const CodeForm = z.object({
  coupon: z.string().check(
    z.trim(),
    z.check(ctx => {
      const problem = codeProblem(ctx.value)
      if (problem) ctx.issues.push({ code: 'custom', message: typedCodeRefusals[problem].message, input: ctx.value })
    }),
  ),
})

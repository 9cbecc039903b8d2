import * as z from 'zod/mini'

/** Body of every JSON error. `reason` is the stable code of a refusal; `errors` names the fields at fault. */
export const Problem = z.object({
  error: z.string(),
  reason: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  error_id: z.optional(z.string()),
})

export type Problem = z.infer<typeof Problem>

/** Response schemas of a call: `shape` on success, a Problem otherwise. */
export const answers = <S extends z.core.$ZodType>(shape: S) => ({ 200: shape, '4xx': Problem, '5xx': Problem })

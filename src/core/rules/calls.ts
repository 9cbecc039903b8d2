import * as z from 'zod/mini'

/** Body of every JSON error. `reason` is the stable code of a refusal; `errors` names the fields at fault. */
export const Problem = z.object({
  error: z.string(),
  reason: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  error_id: z.optional(z.string()),
})

export type Problem = z.infer<typeof Problem>

/** Pattern of the words of a choice; an empty text chooses none. */
export const anyOf = (choices: Record<string, unknown>): RegExp =>
  new RegExp(`^(?:${Object.keys(choices).join('|')})?$`)

/** Response schemas of a call: `shape` on success, a Problem otherwise. */
export const answers = <S extends z.core.$ZodType>(shape: S) => ({ 200: shape, '4xx': Problem, '5xx': Problem })

/**
 * Schema of a query parameter. Its last value counts. What the pattern does not match is refused, because a filter that is
 * ignored lists too much.
 */
export const queryText = (fallback = '', description?: string, pattern = /^/) =>
  z
    .pipe(
      z.transform((given: unknown) => (Array.isArray(given) ? given.at(-1) : given)),
      z._default(z.string().check(z.regex(pattern, `This value is not known. ${description}`)), fallback),
    )
    // OpenAPI cannot represent the transformation.
    .register(z.globalRegistry, { type: 'string', default: fallback, ...(description ? { description } : {}) })

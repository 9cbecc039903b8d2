import * as z from 'zod/mini'

/** Schema of a query parameter. The last value counts when the name is repeated. */
export const queryText = (fallback = '', description?: string) =>
  z
    .pipe(
      z.transform((given: unknown) => (Array.isArray(given) ? given.at(-1) : given)),
      z._default(z.string(), fallback),
    )
    // OpenAPI cannot represent the transformation.
    .register(z.globalRegistry, { type: 'string', default: fallback, ...(description ? { description } : {}) })

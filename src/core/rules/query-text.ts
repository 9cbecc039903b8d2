import * as z from 'zod/mini'

/** Schema of a query parameter. The last value counts when the name is repeated. */
export const queryText = (fallback = '') =>
  z.pipe(
    z.transform((given: unknown) => (Array.isArray(given) ? given.at(-1) : given)),
    z._default(z.string(), fallback),
  )

import type { Operations } from '#src/operations/index.ts'

/** What looking for something answers. */
export type Found = Awaited<ReturnType<Operations['findAnything']>>

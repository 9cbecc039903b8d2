import type { Operations } from '#src/operations/index.ts'

export type SearchResult = Awaited<ReturnType<Operations['findAnything']>>

/** One person with their courses and history. */
export type Story = NonNullable<SearchResult['story']>

import type { Modules } from '#src/modules.ts'

export type SearchResult = Awaited<ReturnType<Modules['staff']['searchRecords']>>

/** One person with their courses and history. */
export type Story = NonNullable<SearchResult['story']>

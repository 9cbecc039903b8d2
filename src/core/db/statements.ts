import type pg from 'pg'
import type { QueryResultRow } from 'pg'
import { claimName, prepared, type Queryable } from './db.ts'

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Lists the names that a statement gives its parameters: `$7::text as context_id` is `contextId`, in the seventh place.
 * Throws when a parameter has no name.
 */
export const parameterNames = (text: string): string[] => {
  const names = new Map<number, string>()
  for (const [, place, name = ''] of text.matchAll(/\$(\d+)::[\w[\]]+ as (\w+)/g)) names.set(Number(place), name)
  const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
  return Array.from({ length: Math.max(0, ...places) }, (_, at) => {
    const name = names.get(at + 1)
    if (name === undefined) throw new Error(`parameter $${at + 1} has no name`)
    return camel(name)
  })
}

/**
 * A prepared statement of many parameters that names them itself, in its first part: `select $1::bigint as consumer_id, …`.
 * So its text can be read, and pasted into psql as it is: `explain (generic_plan) …`. Throws when a value is missing; null
 * is a value.
 */
export const preparedByName = <Row extends pg.QueryResultRow, Values extends object>(name: string, text: string) => {
  const names = parameterNames(text)
  const run = prepared<Row>(name, text)
  return (db: Queryable, values: Values): Promise<Row[]> =>
    run(
      db,
      names.map(parameter => {
        const value = (values as Record<string, unknown>)[parameter]
        if (value === undefined) throw new Error(`${name}: no value for ${parameter}`)
        return value
      }),
    )
}

const BATCH = 10_000

/** Repeats a statement that deletes at most `batch` rows, as one of millions would be cancelled after ten seconds. */
export const deletesInBatches = (name: string, textFor: (batch: number) => string, batch = BATCH) => {
  const text = textFor(batch)
  claimName(name, text)
  return async (db: Queryable, values: unknown[]): Promise<void> => {
    for (let deleted = batch; deleted === batch; )
      deleted = (await db.client.query<QueryResultRow>({ name, text, values })).rowCount ?? 0
  }
}

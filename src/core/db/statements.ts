import type pg from 'pg'
import type { QueryResultRow } from 'pg'
import { claimName, prepared, type Queryable } from './db.ts'

/** A prepared statement as a function of its parameters, which returns the rows. */
export const queryRows = <Row extends QueryResultRow, Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared<Row>(name, text)
  return (db: Queryable, ...values: Values): Promise<Row[]> => run(db, values)
}

/** The same, for the first row, or null. */
export const queryRow = <Row extends QueryResultRow, Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared<Row>(name, text)
  return async (db: Queryable, ...values: Values): Promise<Row | null> => (await run(db, values))[0] ?? null
}

/** The same, for a statement that always returns one row. */
export const queryOne = <Row extends QueryResultRow, Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared<Row>(name, text)
  return async (db: Queryable, ...values: Values): Promise<Row> => (await run(db, values))[0]!
}

/** The same, for the column `value` of all rows. */
export const queryValues = <Value, Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared<{ value: Value }>(name, text)
  return async (db: Queryable, ...values: Values): Promise<Value[]> => (await run(db, values)).map(row => row.value)
}

/** The same, for the column `value` of the first row, or null. */
export const queryValue = <Value, Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared<{ value: Value }>(name, text)
  return async (db: Queryable, ...values: Values): Promise<Value | null> => (await run(db, values))[0]?.value ?? null
}

/** The same, for whether there is a row. A write with `returning` tells whether it wrote one. */
export const queryHasRow = <Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared(name, text)
  return async (db: Queryable, ...values: Values): Promise<boolean> => (await run(db, values)).length > 0
}

/** The same, for a statement that returns nothing. */
export const execute = <Values extends unknown[] = []>(name: string, text: string) => {
  const run = prepared(name, text)
  return async (db: Queryable, ...values: Values): Promise<void> => void (await run(db, values))
}

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
export const deletesInBatches = <Values extends unknown[]>(
  name: string,
  textFor: (batch: number) => string,
  batch = BATCH,
) => {
  const text = textFor(batch)
  claimName(name, text)
  return async (db: Queryable, ...values: Values): Promise<void> => {
    for (let deleted = batch; deleted === batch; )
      deleted = (await db.client.query<QueryResultRow>({ name, text, values })).rowCount ?? 0
  }
}

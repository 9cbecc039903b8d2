import type pg from 'pg'
import { prepared, type Queryable } from './db.ts'

/** Replaces names such as $contextId by the positions $1, $2 …, numbered by first use. */
export const numberParameters = (text: string): { text: string; names: string[] } => {
  const names = [...new Set([...text.matchAll(/\$([a-z]\w*)/gi)].map(([, name = '']) => name))]
  return { text: text.replace(/\$([a-z]\w*)/gi, (_, name: string) => `$${names.indexOf(name) + 1}`), names }
}

/**
 * A prepared statement whose parameters have names: `$contextId` in the text is `values.contextId`. Use it for
 * statements with more than eight parameters. Throws when a value is missing; null is a value.
 */
export const preparedByName = <Row extends pg.QueryResultRow, Values extends Record<string, unknown>>(
  name: string,
  text: string,
) => {
  const numbered = numberParameters(text)
  const run = prepared<Row>(name, numbered.text)
  return (db: Queryable, values: Values): Promise<Row[]> =>
    run(
      db,
      numbered.names.map(parameter => {
        if (values[parameter] === undefined) throw new Error(`${name}: no value for $${parameter}`)
        return values[parameter]
      }),
    )
}

import pg from 'pg'
import type { Test } from './test.ts'

type Query = (this: pg.Client, config: string | { text: string; name?: string }, ...rest: unknown[]) => unknown

/** Records every SQL statement this process sends during the test, by prepared name or text. */
export const watchStatements = (t: Test): string[] => {
  const seen: string[] = []
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (config, ...rest) {
    seen.push(typeof config === 'string' ? config : (config.name ?? config.text))
    return query.call(this, config, ...rest)
  }
  t.teardown(() => {
    prototype.query = query
  })
  return seen
}

/** Records the SQLSTATE of every statement the database refuses during the test. */
export const watchRefusals = (t: Test): string[] => {
  const refused: string[] = []
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (config, ...rest) {
    const answer = query.call(this, config, ...rest)
    if (answer instanceof Promise) answer.catch(error => refused.push(String(error.code)))
    return answer
  }
  t.teardown(() => {
    prototype.query = query
  })
  return refused
}

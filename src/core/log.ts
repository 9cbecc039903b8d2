import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { recordOf } from './rules/guards.ts'
import { redactPersonalData } from './rules/plain-text.ts'

export type Log = pino.Logger

const answering = new AsyncLocalStorage<string | undefined>()

/** Runs work with a request id. Every log line written meanwhile contains it. */
export const inRequest = <T>(id: string, work: () => T): T => answering.run(id, work)

export const currentRequestId = (): string | undefined => answering.getStore()

/** Runs work without a request id, for work that outlives the request that started it. */
export const outsideRequest = <T>(work: () => T): T => answering.run(undefined, work)

const SECRET = 'token code coupon_code email password secret cookie authorization url body'.split(' ')

/** Creates the log: JSON lines on stdout, with secrets and personal data removed. */
export const makeLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const reqId = answering.getStore()
        return reqId === undefined ? {} : { reqId }
      },
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method) {
          // `map` forgets that the arguments are a tuple.
          const texts = args.map(a => (typeof a === 'string' ? redactPersonalData(a) : a)) as typeof args
          // Without a text pino takes the error's own.
          return method.apply(this, texts.length === 1 && typeof texts[0] === 'object' ? [texts[0], 'error'] : texts)
        },
      },
      redact: {
        paths: SECRET.flatMap(name => [name, `*.${name}`]),
        censor: '[cut]',
      },
    },
    destination ?? pino.destination({ sync: true }),
  )

/** Serializes an error. PostgreSQL's `detail` and query parameters contain personal data and are left out. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: 'a value that is not an Error was thrown' }
  const { code, constraint, table } = recordOf(error)
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  const message = redactPersonalData(error.message.split('\nparams:')[0] ?? '').slice(0, 500)
  return { type: error.name, message, sqlState: code, constraint, table, stack: ownFrames(error.stack), cause }
}

/** Returns the stack without the message, which may contain user input. */
const ownFrames = (stack = '') =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

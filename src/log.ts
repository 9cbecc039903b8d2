import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { redactPersonalData } from './domain/redaction.ts'

export type Log = pino.Logger

const answering = new AsyncLocalStorage<string | undefined>()

/** Every line that is written meanwhile carries the id of the request, whoever writes it (contract.md, Operations). */
export const inRequest = <T>(id: string, work: () => T): T => answering.run(id, work)

/** For work that outlives the request that woke it: its lines are about no request. */
export const inNoRequest = <T>(work: () => T): T => answering.run(undefined, work)

/** JSON lines on stdout. What must never be read there is cut here, whoever logs it (contract.md, Operations). */
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
          const texts = args.map(a => (typeof a === 'string' ? redactPersonalData(a) : a)) as typeof args
          // Without a text pino takes the error's own.
          return method.apply(this, texts.length === 1 && typeof texts[0] === 'object' ? [texts[0], 'error'] : texts)
        },
      },
      redact: {
        paths: [
          'token',
          'code',
          'coupon_code',
          'email',
          'password',
          'secret',
          'cookie',
          'authorization',
          'url',
          'body',
        ].flatMap(name => [name, `*.${name}`]),
        censor: '[cut]',
      },
    },
    destination ?? pino.destination({ sync: true }),
  )

/** An error as staff need it. PostgreSQL's `detail` and a query's parameters hold people's data and stay out. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: 'a thrown value that is not an error' }
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined
  const message = redactPersonalData(error.message.split('\nparams:')[0] ?? '').slice(0, 500)
  return { type: error.name, message, sqlState: code, constraint, table, stack: ownFrames(error.stack), cause }
}

/** The stack without its first lines: they repeat the message, which may hold what was typed. */
const ownFrames = (stack = '') =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

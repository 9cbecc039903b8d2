import { isIPv4 } from 'node:net'
import type { Settings } from './settings.ts'

/** Checks that demo mode never starts with real settings, since its outbox is public (docs/rules/operations.md). */

const isLoopback = (host: string): boolean =>
  /^(\[?::1\]?|(.+\.)?localhost)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'))

/** Returns why a start that nobody asked to be a demo must not become one; null when it may. */
export const accidentalDemo = (s: Settings, nodeEnv: string | undefined): string | null => {
  if (s.DEMO || s.DATABASE_URL) return null
  if (nodeEnv === 'production') return 'NODE_ENV is production'
  if (s.HOST && !isLoopback(s.HOST)) return 'HOST is not this machine alone'
  if (s.PUBLIC_URL && !isLoopback(new URL(s.PUBLIC_URL).hostname)) return 'PUBLIC_URL is not on this machine'
  return null
}

/** Returns the lines that name what a start needs in place of an accidental demo. */
export const accidentalDemoProblems = (why: string): string[] => [
  `DATABASE_URL: needed, because ${why}; expected postgres://user:password@host:port/name`,
  'DEMO: set it to on only for a public demo, where anyone can read all mail and log in as staff',
]

/** Returns settings that would put real people or real money behind the public outbox. */
export const findDemoFaults = (s: Settings): string[] => [
  ...(s.STAFF_EMAILS.every(email => /@example\.com$/i.test(email))
    ? []
    : [
        'STAFF_EMAILS: expected addresses at example.com in demo mode, where anyone can read their codes; or set DEMO=off',
      ]),
  ...(/^..?_live_/.test(s.STRIPE_SECRET_KEY ?? '')
    ? ['STRIPE_SECRET_KEY: expected a test key in demo mode; or set DEMO=off']
    : []),
]

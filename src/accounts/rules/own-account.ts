import * as z from 'zod/mini'
import { DAY_MS } from '#src/core/rules/time.ts'

/** A device without sign-in for this long counts as new again. */
export const DEVICE_MS = 180 * DAY_MS

const BROWSERS: [RegExp, string][] = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Names the device of a User-Agent header for people, like 'Chrome on Windows'. Anyone can send any header. */
export const deviceName = (userAgent: string): string => {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An API client'
}

/** Says which schools the role covers. */
export const ownSchoolsText = (names: string[]): string =>
  names.length === 0
    ? 'Your role covers no school yet. Ask a manager.'
    : `Your role covers only: ${names.join(', ')}. Records of other schools are not found.`

export const OWN_NAME_MAX = 64

const name = (missing: string) =>
  z
    ._default(z.string(), '')
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(OWN_NAME_MAX, 'This name is too long.'),
      z.regex(/^[\p{L}\p{M} \-'’.]*$/u, 'Use only letters, spaces, hyphens, apostrophes and periods.'),
    )

/** The form in which staff enter their own name. */
export const OwnNameForm = z.object({
  first_name: name('Enter your first name.'),
  last_name: name('Enter your last name.'),
})

import { DAY_MS } from '#src/core/rules/time.ts'

/** A device without sign-in for this long counts as new again. */
export const DEVICE_MS = 180 * DAY_MS

/** A session of a staff user, as its owner sees it. */
export interface OwnSession {
  id: number
  device: string
  createdAt: Date
  seenAt: Date
  /** The session of this request. */
  isThis: boolean
}

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

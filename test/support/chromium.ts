import { existsSync } from 'node:fs'

/** The headless shell is the same engine without the desktop browser around it, and starts with a third of the CPU. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The path of Chromium for the browser tests. `.ci/run` installs it; a test never does. */
export const findChromium = (): string => {
  const found = [process.env.CHROMIUM, ...PLACES].find(path => path && existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it with: sudo apt-get install chromium-headless-shell (or set CHROMIUM to its path)',
  )
}

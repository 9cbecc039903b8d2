import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine without the desktop browser around it: a browser test takes a quarter less CPU. */
const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The path of Chromium for the browser tests. `.ci/run` installs it; a test never does. `whole` asks for the desktop
 * browser, which alone blocks third-party cookies; else the headless shell serves if it is installed.
 */
export const findChromium = ({ whole = false } = {}): string => {
  const places = [process.env.CHROMIUM, ...(whole ? [] : [SHELL]), ...PLACES]
  const found = places.find(path => path && existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it with: sudo apt-get install chromium (or set CHROMIUM to its path)',
  )
}

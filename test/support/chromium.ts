import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds Chromium for the tests; as root on Debian installs it if missing, else names the command. */
export const findChromium = (): string => {
  const found = [process.env.CHROMIUM, ...PLACES].find(path => path && existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
    return '/usr/bin/chromium'
  }
  throw new Error(
    'The browser tests need Chromium. Install it with: sudo apt-get install chromium (or set CHROMIUM to its path)',
  )
}

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const modules = resolve(import.meta.dirname, '../../node_modules')

/** The headless shell is the same engine without the desktop browser: a browser test takes a quarter less CPU. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** Version of the one from npm. The tests never run with an older one. */
const OLDEST = 147

/** Options that start Chromium. */
interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/**
 * Finds Chromium for the browser tests: CHROMIUM, else the system's if it is new enough, else the one from npm, which
 * exists for Linux on x64. Returns null if there is none.
 */
export const findChromium = async (): Promise<Chromium | null> => {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return { executablePath: CHROMIUM, args: [], env: {} }
  for (const path of PLACES) if ((await versionOf(path)) >= OLDEST) return { executablePath: path, args: [], env: {} }
  return process.platform === 'linux' && process.arch === 'x64' ? unpackChromium() : null
}

/** Returns 0 for a program that is not there or does not start. */
const versionOf = async (path: string): Promise<number> => {
  if (!existsSync(path)) return 0
  const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }))
  return Number(stdout.match(/ (\d+)\.\d+\.\d+/)?.[1] ?? 0)
}

/** Unpacks the Chromium of @sparticuz/chromium once, into a folder that is complete when it has its name. */
const unpackChromium = async (): Promise<Chromium> => {
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(modules, `.cache/chromium-${version}`)
  if (!existsSync(folder)) {
    console.log('Unpacking Chromium. This takes some seconds, once after npm ci.')
    await mkdir(join(modules, '.cache'), { recursive: true })
    const half = mkdtempSync(`${folder}-`)
    // The package unpacks into the folder for temporary files, with its libraries only on a machine of AWS Lambda.
    const env = { ...process.env, TMPDIR: half, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
    const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
    await run(process.execPath, ['--input-type=module', '-e', script], { cwd: modules, env })
    writeFileSync(join(half, 'fonts/fonts.conf'), FONTS)
    try {
      renameSync(half, folder)
    } catch (error) {
      // Another run was faster.
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-zygote'],
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** `npm test` finds Chromium once and gives its options to the tests. Throws when it found none. */
export const givenChromium = (): Chromium => {
  const { TEST_CHROMIUM } = process.env
  if (TEST_CHROMIUM) return JSON.parse(TEST_CHROMIUM)
  throw new Error(
    `The browser tests need Chromium ${OLDEST} or newer. Install it with: sudo apt-get install chromium (or set CHROMIUM to its path)`,
  )
}

/** Names the package's own font too, because Chromium ends without any. Its own file looks for it in /tmp. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const folder = import.meta.dirname
const bin = (name: string) => join(folder, 'node_modules/.bin', name)

const run = (command: string, args: string[], cwd = folder) => {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 300_000 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
}

const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0)
const isSource = (name: string) => !/(^|\/)(node_modules|dist|\.\w[^/]*)(\/|$)/.test(name)
const newestSource = () =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map(name => join(folder, name))
      .filter(file => statSync(file).isFile())
      .map(changedAt),
  )

/** Installs the peers from their lock file and makes their production builds, unless both are newer than the sources. */
export const installPeers = (): void => {
  if (changedAt(join(folder, 'node_modules/.package-lock.json')) < changedAt(join(folder, 'package-lock.json')))
    run('npm', ['ci', '--ignore-scripts', '--loglevel=error'])
  const builds = [
    { name: 'fastify-react', made: 'client/.vite/manifest.json', command: 'vite', args: ['build', '--app'] },
    { name: 'react-router', made: 'server/index.js', command: 'react-router', args: ['build'] },
    { name: 'next', made: 'BUILD_ID', command: 'next', args: ['build'] },
  ]
  const newest = newestSource()
  for (const { name, made, command, args } of builds)
    if (changedAt(join(folder, name, 'dist', made)) < newest) run(bin(command), args, join(folder, name))
}

/** Returns the installed version of a package. */
export const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

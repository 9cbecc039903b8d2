import { type ChildProcess, execFileSync } from 'node:child_process'

/** The image's settings, as Docker writes them. */
export interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

interface Run {
  env?: Record<string, string>
  /** Replaces the image's user, like `12345:0`. */
  user?: string
  /** Mounts the root read-only. */
  readOnly?: boolean
  /** Folders in memory that every user may write to. */
  tmpfs?: string[]
  /** Replaces the image's command. */
  command?: string[]
}

/** A program that builds and runs images. Containers share the network of this machine. */
export interface Engine {
  build(context: string): void
  config(): ImageConfig
  /** Starts a container. Signals to the process reach the server, and its exit code is the server's. */
  start(run: Run): ChildProcess
  remove(): void
}

export type { Run }

/** Runs a command and returns its output. Throws with the end of its errors. */
export const output = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env): string =>
  execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 })

const works = (command: string, args: string[]): boolean => {
  try {
    output(command, args)
    return true
  } catch {
    return false
  }
}

/** Returns Docker if it runs here, else buildah. Root on Debian installs buildah. */
export const findEngine = async (tag: string): Promise<Engine> => {
  if (works('docker', ['version'])) return (await import('./docker.ts')).docker(tag)
  const isRoot = process.getuid?.() === 0
  if (
    isRoot &&
    !(works('buildah', ['--version']) && works('mmdebstrap', ['--version'])) &&
    works('apt-get', ['--version'])
  ) {
    output('apt-get', ['update', '-qq'])
    output('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'buildah', 'mmdebstrap'])
  }
  if (isRoot && works('buildah', ['--version'])) return (await import('./buildah.ts')).buildah(tag)
  throw new Error('This test builds the image. Start Docker, or run as root: apt-get install buildah mmdebstrap')
}

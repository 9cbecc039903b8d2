import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Build {
  /** The built server. */
  main: string
  remove(): void
}

/** Checks out a commit beside this one, installs its packages and builds it. */
export const buildCommit = (root: string, commit: string): Build => {
  const folder = mkdtempSync(join(tmpdir(), 'signbook-old-'))
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    run(root, 'git', 'worktree', 'prune')
  }
  try {
    run(root, 'git', 'worktree', 'add', '--detach', folder, commit)
    run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
    run(folder, 'npm', 'run', 'build')
  } catch (error) {
    remove()
    throw error
  }
  return { main: join(folder, 'dist/server/main.mjs'), remove }
}

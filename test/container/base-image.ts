import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output } from './engine.ts'

const NAME = 'node:24-bookworm-slim'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Files that the official image adds to Debian, besides Node itself. */
const LINKS = `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
useradd --create-home --uid 1000 node`

/**
 * Makes the Dockerfile's base image from Debian's packages and npm's Node 24, unless buildah has it: a test must not need
 * an image registry.
 */
export const makeBaseImage = (buildah: (...args: string[]) => string): void => {
  try {
    buildah('inspect', '--type', 'image', NAME)
    return
  } catch {}
  const home = mkdtempSync(join(tmpdir(), 'signbook-base-'))
  try {
    const debian = join(home, 'debian.tar')
    output('mmdebstrap', ['--variant=minbase', '--mode=root', 'bookworm', debian])
    writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
    output('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', 'node@24', 'npm@11'])
    const container = buildah('from', 'scratch')
    buildah('add', container, debian, '/')
    buildah('copy', container, join(home, 'node_modules/node/bin/node'), '/usr/local/bin/node')
    buildah('copy', container, join(home, 'node_modules/npm'), '/usr/local/lib/node_modules/npm')
    buildah('run', container, '--', 'sh', '-ec', LINKS)
    buildah('config', '--env', `PATH=${PATH}`, container)
    buildah('commit', '--rm', container, NAME)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

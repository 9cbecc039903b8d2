import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeBaseImage } from './base-image.ts'
import { type Engine, type ImageConfig, output } from './engine.ts'

/** Settings for a machine without container namespaces: a chroot for each step, whole copies for layers. */
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
const run = (...args: string[]): string => output('buildah', args, env).trim()

/** This machine's npm settings and certificates, for `npm ci` in the build. They do not stay in the image. */
const npmOptions = (): string[] => {
  const { NODE_EXTRA_CA_CERTS = '', SSL_CERT_FILE = '' } = process.env
  const npmrc = [join(homedir(), '.npmrc'), '/etc/npmrc', '/usr/local/etc/npmrc']
  const files = [...npmrc, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE].filter(file => file && existsSync(file))
  const names = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'http_proxy', 'https_proxy'].filter(name => process.env[name])
  return [...files.flatMap(file => ['--volume', `${file}:${file}:ro`]), ...names.flatMap(name => ['--env', name])]
}

/** Mounts what a container has, then becomes the command. Arguments: root, user, ro or rw, tmpfs folders, command. */
const ENTER = `
root=$1 user=$2 mode=$3 tmpfs=$4; shift 4
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
for folder in $tmpfs; do mount -t tmpfs -o mode=1777 tmpfs "$root$folder"; done
[ "$mode" = rw ] || mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"
`

/** Builds with buildah. Runs in a chroot, with the user, environment, mounts and command of the image. */
export const buildah = (tag: string): Engine => {
  let container: string | undefined
  const config = (): ImageConfig => JSON.parse(run('inspect', '--type', 'image', tag)).Docker.config
  return {
    build(context) {
      makeBaseImage(run)
      run('bud', '--format', 'docker', '--pull-never', ...npmOptions(), '--tag', tag, context)
      container = run('from', '--pull-never', tag)
    },
    config,
    start({ env: given = {}, user, readOnly, tmpfs = [], command }) {
      const { User, Env, Cmd, WorkingDir } = config()
      const variables = [...Env, ...Object.entries(given).map(pair => pair.join('='))]
      const root = run('mount', container ?? '')
      const enter = [root, user ?? User, readOnly ? 'ro' : 'rw', tmpfs.join(' ')]
      const args = ['--mount', 'sh', '-ec', ENTER, 'sh', ...enter, '-C', WorkingDir, ...variables, ...(command ?? Cmd)]
      return spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    },
    remove: () => void run('rmi', '--force', tag),
  }
}

import { spawn } from 'node:child_process'
import { type Engine, output } from './engine.ts'

export const docker = (tag: string): Engine => ({
  build: context => void output('docker', ['build', '--tag', tag, context]),
  config: () => JSON.parse(output('docker', ['image', 'inspect', '--format', '{{json .Config}}', tag])),
  start({ env = {}, user, readOnly, tmpfs = [], command = [] }) {
    const args = [
      ...['run', '--rm', '--init', '--network', 'host'],
      ...(user ? ['--user', user] : []),
      ...(readOnly ? ['--read-only'] : []),
      ...tmpfs.flatMap(folder => ['--tmpfs', `${folder}:mode=1777`]),
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ]
    return spawn('docker', [...args, tag, ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  },
  remove: () => void output('docker', ['image', 'rm', tag]),
})

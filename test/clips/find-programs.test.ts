import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { findPrograms } from '#src/signs/clips/ffmpeg/find-programs.ts'

const folderWith = (mode: number): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signbook-programs-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['ffmpeg', 'ffprobe']) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode })
  return folder
}
const installed = folderWith(0o755)
const notExecutable = folderWith(0o644)
const names = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }

for (const [what, places] of [
  ['installed programs go before those from npm', { folders: [notExecutable, installed], packages: true }],
  ['a live server uses only installed programs', { folders: [notExecutable], packages: false }],
] as const)
  t.test(what, async t => t.strictSame(findPrograms(places), names))

t.test('without installed programs demo mode uses those from npm', async t => {
  for (const [name, path] of Object.entries(findPrograms({ folders: [notExecutable], packages: true }))) {
    t.match(path, `/node_modules/@${name}-installer/`)
    t.match(execFileSync(path, ['-version'], { encoding: 'utf8' }), `${name} version`)
  }
})

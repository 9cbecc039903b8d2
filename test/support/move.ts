import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveIn } from '#src/moving/move-in.ts'
import type { TestApp } from './app.ts'
import type { Test } from './test.ts'

interface MoveOptions {
  writes?: boolean
  updates?: boolean
  confirms?: () => Promise<boolean>
  /** Called with each text before the move goes on. */
  hears?: (text: string) => Promise<unknown>
}

/** Moves files in. Returns the exit code, what was said, and the lines about rows. */
export const move = async (
  t: Test,
  app: TestApp,
  files: Record<string, string | Buffer>,
  options: MoveOptions = {},
) => {
  const { hears, ...given } = options
  const folder = mkdtempSync(join(tmpdir(), 'signbook-move-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  let said = ''
  const code = await moveIn(Object.assign(app, { fingerprints: [app.fingerprint] }), {
    ...{ folder, writes: false, updates: false, report: null, confirms: async () => false, ...given },
    say: async text => {
      said += text
      await hears?.(text)
    },
  })
  return { code, said, lines: said.split('\n').filter(line => /^\w+\.csv:\d+:/.test(line)) }
}

/** Options of a move that overwrites what is different. */
export const UPDATE = { writes: true, updates: true, confirms: async () => true }

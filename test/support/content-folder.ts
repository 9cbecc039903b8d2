import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentFolder } from './content.ts'
import type { Test } from './test.ts'

/** Copies the sample content, for tests that change it. */
export const copyOfContent = (t: Test) => {
  const folder = mkdtempSync(join(tmpdir(), 'signbook-content-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(contentFolder, folder, { recursive: true })
  return {
    folder,
    write: (file: string, text: string | Buffer) => writeFileSync(join(folder, file), text),
    remove: (file: string) => rmSync(join(folder, file)),
    /** Replaces text that must exist. */
    change: (file: string, from: string | RegExp, to: string) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(join(folder, file), changed)
    },
    lineOf: (file: string, text: string): number =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .findIndex(line => line.includes(text)) + 1,
  }
}

import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from './app.ts'
import { dataFolder } from './folder.ts'
import type { Test } from './test.ts'

export const migrationsFolder = resolve(root, 'migrations')

/** Copies the migrations and adds one, as a later release would. */
export const migrationsAnd = async (t: Test, added: Record<string, string>): Promise<string> => {
  const folder = dataFolder(t)
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(await readFile(path, 'utf8'))
  const last = journal.entries.at(-1)!
  for (const [i, [tag, text]] of Object.entries(added).entries()) {
    journal.entries.push({ ...last, tag, when: last.when + i + 1 })
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  await writeFile(path, JSON.stringify(journal))
  return folder
}

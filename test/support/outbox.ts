import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './until.ts'

/** Returns the messages a running server wrote, oldest first. Files still being written start with a dot. */
export const writtenTo = async (dataDir: string, ending: '.eml' | '.txt'): Promise<string[]> => {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith(ending) && !name.startsWith('.'))
  return Promise.all(names.sort().map(name => readFile(join(folder, name), 'utf8')))
}

/** Returns the code from a message that a running server wrote to this address; the first, or a later one. */
export const codeTo = (dataDir: string, email: string, which = 1): Promise<string> =>
  until('the mail was written', async () => {
    const theirs = (await writtenTo(dataDir, '.eml')).filter(mail => mail.includes(`To: ${email}`))
    return theirs[which - 1]?.match(/^(\d{6})$/m)?.[1]
  })

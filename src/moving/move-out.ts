import { createPrivateKey } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { makeFolder } from '#src/core/folders.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { columnsOf, csvRow, type FileName, fileNames } from './rules/files.ts'
import { addVideoDomains, beginReading, closeStage, endReading, readHere } from './store/stage.ts'
import { listVideoDomains } from './video-domains.ts'

interface MoveOut {
  folder: string
  /** Writes secrets and private keys too. */
  withSecrets: boolean
  say(text: string): Promise<void>
}

/** Writes all files of a move into an empty folder for this user only, as they are at one moment (docs/moving-in.md). */
export const moveOut = async (
  app: Needs<'clock' | 'db' | 'hostedConsumerPrefix' | 'keyVault' | 'secrets' | 'video'>,
  { folder, withSecrets, say }: MoveOut,
): Promise<void> => {
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0) throw new OperatorError(`move-out: ${folder} is not empty; name a new folder`)
  const now = app.clock.now()
  const line = { actor: 'system', action: 'move-out', subjectKind: 'secret', subjectKey: 'move-out' } as const
  await saveAudit(app.db, { ...line, after: { withSecrets } }, now)
  const connection = await app.db.connectPatiently()
  try {
    await beginReading(connection.client, { now, hostedPrefix: app.hostedConsumerPrefix })
    if (app.video) await addVideoDomains(connection.client, await listVideoDomains(app.video))
    const open: Record<string, (sealed: string) => string> = {
      secret: sealed => app.secrets.open(sealed),
      previous_secret: sealed => app.secrets.open(sealed),
      private_jwk: sealed => jwkOf(app.keyVault.open(sealed)),
    }
    for (const file of fileNames) {
      const count = await writeFile(folder, file, async write => {
        if (file === 'tool_keys.csv' && !withSecrets) return 0
        let count = 0
        for await (const rows of readHere(connection.client, file)) {
          const shown = (column: string, value: string) =>
            open[column] && value !== '' ? (withSecrets ? open[column](value) : '') : value
          await write(
            rows.map(row => csvRow(Object.keys(columnsOf(file)).map(name => shown(name, row[name] ?? '')))).join(''),
          )
          count += rows.length
        }
        return count
      })
      await say(`${file}: ${count} rows\n`)
    }
    await endReading(connection.client)
  } finally {
    await closeStage(connection.client).catch(() => {})
    await connection.release()
  }
}

const writeFile = async (
  folder: string,
  file: FileName,
  fill: (write: (text: string) => Promise<unknown>) => Promise<number>,
): Promise<number> => {
  const handle = await open(join(folder, file), 'wx', 0o600)
  try {
    await handle.write(csvRow(Object.keys(columnsOf(file))))
    return await fill(text => handle.write(text))
  } finally {
    await handle.close()
  }
}

const jwkOf = (pem: string): string => JSON.stringify(createPrivateKey(pem).export({ format: 'jwk' }))

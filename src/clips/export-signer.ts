import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, demandFresh, type SignedInStaff } from '#src/core/rules/staff.ts'
import { zipOf } from '#src/core/zip.ts'
import { findClip, listComments } from './store/clips.ts'
import { findSigner, listClipIdsOfSigner, listConsents } from './store/signers.ts'

/** Exports all that is kept about a signer as a zip: a JSON file, and the best MP4 of each clip. Null for an unknown one. */
export const exportSigner = async (
  app: Needs<'clipStorage' | 'clock' | 'db'>,
  signerId: number,
  by: SignedInStaff,
): Promise<AsyncGenerator<Uint8Array> | null> => {
  const { db, clock } = app
  demand(by, 'manage')
  const now = clock.now()
  demandFresh(by, now)
  if (!(await findSigner(db, signerId))) return null
  await inTransaction(db, tx =>
    recordAudit(tx, { by, action: 'export-signer', subject: { kind: 'signer', id: signerId }, now }),
  )
  return zipOf(filesOf(app, signerId))
}

async function* filesOf({ db, clipStorage }: Needs<'clipStorage' | 'db'>, signerId: number) {
  const signer = await findSigner(db, signerId)
  if (!signer) return
  const clips = []
  for (const id of await listClipIdsOfSigner(db, signerId)) {
    const clip = await findClip(db, id)
    if (clip) clips.push({ ...clip, comments: await listComments(db, id) })
  }
  const about = { name: signer.name, consents: await listConsents(db, signerId), clips }
  yield { name: 'signer.json', text: `${JSON.stringify(about, null, 2)}\n` }
  for (const { id, files } of clips) {
    const best = files.find(file => file.role === 'video' && file.name.endsWith('.mp4'))
    const content = best && (await clipStorage.read(best.name))
    if (content) yield { name: `clip-${id}.mp4`, content }
  }
}

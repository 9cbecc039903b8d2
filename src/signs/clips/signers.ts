import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { dayOf, readDay } from '#src/core/rules/business-day.ts'
import { singleSpaced } from '#src/core/rules/normalize.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, fullName, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { zipOf } from '#src/core/zip.ts'
import {
  CONSENT_MAX,
  CONSENT_NOTE_MAX,
  type ConsentText,
  SIGNER_NAME_MAX,
  type SignerReason,
} from '../rules/clips/consent.ts'
import { deleteClips, findClip, listComments } from '../store/clips.ts'
import {
  deleteSigner,
  findSigner,
  findSignerOfStaff,
  getConsentText,
  listClipIdsOfSigner,
  listConsents,
  lockSigner,
  saveConsent,
  saveConsentText,
  saveSigner,
} from '../store/clips-signers.ts'

type SignerChanged = { ok: true } | Refused<SignerReason>

/** A staff user agrees to the consent text as a signer. They must have seen the version that is in use. */
export const giveOwnConsent = (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  version: number,
  by: Staff,
): Promise<SignerChanged> => {
  demand(by, 'record')
  const now = clock.now()
  return inTransaction(db, async tx => {
    if ((await getConsentText(tx, now)).version !== version) return refuse('consent_text_changed')
    const known = await findSignerOfStaff(tx, by.id)
    if (known?.consent?.version === version) return { ok: true }
    const signerId = await saveSigner(tx, { name: fullName(by) || by.email, staffId: by.id, now })
    const given = { version, givenOn: dayOf(now, timezone), how: 'ticked', note: '' } as const
    await saveConsent(tx, { ...given, signerId, staffId: by.id, now })
    const after = { version, how: given.how }
    await recordAudit(tx, { by, action: 'record-consent', subject: { kind: 'signer', id: signerId }, after, now })
    return { ok: true }
  })
}

/** Records that somebody signed the text in use on paper: a known signer by number, or a new one by name. */
export const recordPaperConsent = (
  { db, clock, timezone }: Needs<'clock' | 'db' | 'timezone'>,
  { signer, givenOn, note }: { signer: number | { name: string }; givenOn: string; note: string },
  by: Staff,
): Promise<SignerChanged> => {
  demand(by, 'manage')
  const now = clock.now()
  return inTransaction(db, async tx => {
    const known = typeof signer === 'number' ? await lockSigner(tx, signer) : null
    const name = typeof signer === 'number' ? '' : singleSpaced(signer.name).slice(0, SIGNER_NAME_MAX)
    if (!known && name === '') return refuse(typeof signer === 'number' ? 'signer_not_found' : 'name_required')
    const day = readDay(givenOn)
    if (!day || day > dayOf(now, timezone)) return refuse('consent_day_required')
    const { version } = await getConsentText(tx, now)
    if (known && (await findSigner(tx, known.id))?.consent?.version === version) return { ok: true }
    const signerId = known?.id ?? (await saveSigner(tx, { name, staffId: null, now }))
    const given = { version, givenOn: day, how: 'paper', note: note.trim().slice(0, CONSENT_NOTE_MAX) } as const
    await saveConsent(tx, { ...given, signerId, staffId: by.id, now })
    const action = known ? 'record-consent' : 'add-signer'
    const after = { version, how: given.how }
    await recordAudit(tx, { by, action, subject: { kind: 'signer', id: signerId }, after, now })
    return { ok: true }
  })
}

/** Replaces the consent text for clips from now on. Signers agree again; earlier clips keep their version. */
export const changeConsentText = (
  { db, clock }: Needs<'clock' | 'db'>,
  typed: Omit<ConsentText, 'version'>,
  by: Staff,
): Promise<SignerChanged> => {
  demand(by, 'manage')
  const tidy = (given: string) => given.replace(/\r\n?/g, '\n').trim().slice(0, CONSENT_MAX)
  const [text, spanish] = [tidy(typed.text), tidy(typed.spanish)]
  const now = clock.now()
  return inTransaction(db, async tx => {
    if (text === '') return refuse('text_required')
    const current = await getConsentText(tx, now)
    if (current.text === text && current.spanish === spanish) return { ok: true }
    const saved = await saveConsentText(tx, { text, spanish, staffId: by.id, now })
    if (!saved) return refuse('consent_text_changed')
    const subject = { kind: 'consent-text', id: saved.version } as const
    await recordAudit(tx, { by, action: 'change-consent-text', subject, after: { version: saved.version }, now })
    return { ok: true }
  })
}

/** Erases a signer: all their clips, published or not, with files and comments, their consents and their name. */
export const eraseSigner = async (
  { db, clock, jobs, signedHelp }: Needs<'clock' | 'db' | 'jobs' | 'signedHelp'>,
  signerId: number,
  by: SignedInStaff,
): Promise<SignerChanged> => {
  demand(by, 'manage')
  const now = clock.now()
  demandFresh(by, now)
  const erased = await inTransaction<SignerChanged>(db, async tx => {
    if (!(await lockSigner(tx, signerId))) return refuse('signer_not_found')
    const ids = await listClipIdsOfSigner(tx, signerId)
    const names = await deleteClips(tx, ids)
    await deleteSigner(tx, signerId)
    if (names.length > 0) await jobs.send(tx, 'remove-clip-files', { names })
    const before = { clips: ids.length }
    await recordAudit(tx, { by, action: 'erase-signer', subject: { kind: 'signer', id: signerId }, before, now })
    return { ok: true }
  })
  await signedHelp.refresh()
  return erased
}

/** Exports all that is kept about a signer as a zip: a JSON file, and the best MP4 of each clip. Null for an unknown one. */
export const exportSigner = async (app: Needs<'clipStorage' | 'clock' | 'db'>, signerId: number, by: SignedInStaff) => {
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

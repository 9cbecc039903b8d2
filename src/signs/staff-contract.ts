import * as z from 'zod'
import { answers } from '#src/core/rules/problem.ts'
import { toWireSign, WireSign } from './contract.ts'
import { standings } from './rules/added-signs.ts'
import { columnOf, type EntryTexts, entryFieldNames } from './rules/entry-fields.ts'
import { type ChangeReason, changeStates, REMARK_MAX, type SignChange } from './rules/sign-change.ts'
import type { SignImportReason } from './rules/sign-import.ts'
import type { EditedSign } from './view-signs.ts'

/** HTTP statuses of the reasons to refuse. */
export const signChangeStatus: Record<ChangeReason | SignImportReason, number> = {
  sign_not_found: 404,
  sign_exists: 409,
  sign_waits: 409,
  change_not_found: 404,
  entry_changed: 409,
  nothing_changed: 422,
  fields_wrong: 422,
  remark_required: 422,
  no_file: 422,
  not_csv: 422,
  no_header: 422,
  unknown_columns: 422,
  file_too_big: 422,
  too_many_rows: 422,
}

const tags = ['Dictionary entries']
const text = z.string().max(2000).optional()

/** The fields as written in content files: several values are separated by semicolons. */
const WireFields = z.strictObject({
  english: text,
  spanish: text,
  part_of_speech: text,
  usage: text,
  formation: text,
  handshape: text,
  other_handshape: text,
  location: text,
  movement: text,
  hands: text,
  mouth: text,
  notes: text,
  related: text,
  confusable: text,
  variants: text,
})
type WireFields = z.infer<typeof WireFields>

export const fromWireFields = (fields: WireFields): Partial<EntryTexts> =>
  Object.fromEntries(
    entryFieldNames.flatMap(field => {
      const value = fields[columnOf(field) as keyof WireFields]
      return value === undefined ? [] : [[field, value]]
    }),
  )

/** The texts of a whole entry. A field that is left out is empty. */
export const allTexts = (fields: WireFields): EntryTexts => {
  const given = fromWireFields(fields)
  const texts = entryFieldNames.map(field => [field, given[field] ?? ''])
  return Object.fromEntries(texts)
}

const toWireFields = (fields: Partial<EntryTexts>): WireFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field as keyof EntryTexts), value]))

const WireChange = z.object({
  id: z.number(),
  state: z.enum(changeStates),
  fields: WireFields,
  created_at: z.string(),
  comment: z.string(),
  /** The change adds the whole entry, or withdraws it. */
  whole: z.enum(['adds', 'withdraws']).nullable(),
})

const toWireChange = ({ id, state, fields, entry, withdraws, createdAt, comment }: SignChange) => ({
  id,
  state,
  fields: toWireFields(fields),
  created_at: createdAt.toISOString(),
  comment,
  whole: entry && (withdraws ? ('withdraws' as const) : ('adds' as const)),
})

export const toWireEditedSign = ({ sign, standing, changes }: EditedSign) => ({
  sign: toWireSign(sign),
  standing,
  changes: changes.map(toWireChange),
})

export const viewSignCall = {
  tags,
  summary: 'Returns an entry of the dictionary with its latest changes, the newest first.',
  params: z.object({ slug: z.string() }),
  response: answers(z.object({ sign: WireSign, standing: z.enum(standings), changes: z.array(WireChange) })),
}
export const changeSignCall = {
  tags,
  summary: 'Changes an entry of the dictionary. The change waits for a reviewer. Signers, reviewers and managers.',
  params: z.object({ slug: z.string() }),
  body: z.object({
    /** Number of the latest change that you saw, 0 for none. */
    seen: z.int().min(0),
    fields: WireFields,
  }),
  response: answers(z.object({ id: z.number() })),
}

export const addSignCall = {
  tags,
  summary: 'Adds an entry to the dictionary. It waits for a reviewer. Signers, reviewers and managers.',
  body: z.object({ gloss: z.string().max(200), lesson: z.string().max(20), fields: WireFields }),
  response: answers(z.object({ sign: z.string() })),
}

const asked = {
  tags,
  params: z.object({ slug: z.string() }),
  /** Number of the latest change that you saw, 0 for none. */
  body: z.object({ seen: z.int().min(0) }),
  response: answers(z.object({ sign: z.string() })),
}
export const withdrawSignCall = {
  ...asked,
  summary: 'Asks to withdraw an entry. It waits for a reviewer. Signers, reviewers and managers.',
}
export const restoreSignCall = {
  ...asked,
  summary: 'Asks to bring a withdrawn entry back. It waits for a reviewer. Signers, reviewers and managers.',
}

const params = z.object({ id: z.coerce.number().int().positive() })
const response = answers(z.object({ sign: z.string() }))

export const approveChangeCall = {
  tags,
  summary: 'Approves a change of an entry, so that the dictionary shows it. Reviewers and managers.',
  params,
  response,
}
export const sendBackChangeCall = {
  tags,
  summary: 'Sends a change of an entry back, with a comment. Reviewers and managers.',
  params,
  body: z.object({ comment: z.string().max(REMARK_MAX) }),
  response,
}
export const discardChangeCall = {
  tags,
  summary: 'Discards a change of an entry that waits or was sent back. Signers, reviewers and managers.',
  params,
  response,
}

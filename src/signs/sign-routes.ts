import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import type { AddRefused } from './add-sign.ts'
import type { ChangeRefused } from './change-sign.ts'
import type { Signs } from './index.ts'
import { columnOf } from './rules/entry-fields.ts'
import { changeRefusals } from './rules/sign-change.ts'
import * as contract from './staff-contract.ts'

const refused = makeRefuser<ChangeRefused | AddRefused>(contract.signChangeStatus, refusal => {
  const text = changeRefusals[refusal.reason]
  if (refusal.reason !== 'fields_wrong') return text
  return { ...text, errors: refusal.faults.map(({ field, rule }) => ({ field: columnOf(field), message: rule })) }
})

/** Options of the calls of signers and reviewers. */
const inStudio = { config: { right: 'clips' } } as const

type SignCalls = Pick<
  Signs,
  | 'viewSign'
  | 'addSign'
  | 'withdrawSign'
  | 'restoreSign'
  | 'changeSign'
  | 'approveChange'
  | 'sendBackChange'
  | 'discardChange'
>

/** Mounts the calls that change entries of the dictionary. The scope requires a signed-in staff user. */
export const mountSignCalls = (scope: JsonScope, signs: SignCalls): void => {
  scope.get(paths.signCall, { schema: contract.viewSignCall, ...inStudio }, async ({ params, staff }, reply) => {
    const found = await signs.viewSign(params.slug, staff!)
    return found ? contract.toWireEditedSign(found) : refused(reply, refuse('sign_not_found'))
  })

  const add = { schema: contract.addSignCall, ...inStudio }
  scope.post(paths.signCalls, add, async ({ body: { fields, ...given }, staff }, reply) => {
    const added = await signs.addSign({ ...given, texts: contract.allTexts(fields) }, staff!)
    return added.ok ? { sign: added.sign } : refused(reply, added)
  })

  const withdraw = { schema: contract.withdrawSignCall, ...inStudio }
  scope.post(paths.withdrawSign, withdraw, async ({ params: { slug }, body, staff }, reply) => {
    const asked = await signs.withdrawSign({ slug, ...body }, staff!)
    return asked.ok ? { sign: slug } : refused(reply, asked)
  })

  const restore = { schema: contract.restoreSignCall, ...inStudio }
  scope.post(paths.restoreSign, restore, async ({ params: { slug }, body, staff }, reply) => {
    const asked = await signs.restoreSign({ slug, ...body }, staff!)
    return asked.ok ? { sign: slug } : refused(reply, asked)
  })

  const change = { schema: contract.changeSignCall, ...inStudio }
  scope.post(paths.signChanges, change, async ({ params, body, staff }, reply) => {
    const asked = { slug: params.slug, texts: contract.fromWireFields(body.fields), seen: body.seen }
    const saved = await signs.changeSign(asked, staff!)
    return saved.ok ? { id: saved.id } : refused(reply, saved)
  })

  const approve = { schema: contract.approveChangeCall, ...inStudio }
  scope.post(paths.approveSignChange, approve, async ({ params, staff }, reply) => {
    const done = await signs.approveChange(params.id, staff!)
    return done.ok ? { sign: done.sign } : refused(reply, done)
  })

  const sendBack = { schema: contract.sendBackChangeCall, ...inStudio }
  scope.post(paths.sendBackSignChange, sendBack, async ({ params, body, staff }, reply) => {
    const done = await signs.sendBackChange(params.id, body.comment, staff!)
    return done.ok ? { sign: done.sign } : refused(reply, done)
  })

  const discard = { schema: contract.discardChangeCall, ...inStudio }
  scope.post(paths.discardSignChange, discard, async ({ params, staff }, reply) => {
    const done = await signs.discardChange(params.id, staff!)
    return done.ok ? { sign: done.sign } : refused(reply, done)
  })
}

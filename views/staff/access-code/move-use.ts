import { moveMessages, moveRefusalText } from '#src/codes/rules/move-code.ts'
import type { StaffCoupon, StaffUse } from '#src/codes/rules/staff-coupon.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { type StaffContext, urlParam } from '../staff-screen.ts'
import { after, type CodePage, codePage, problem } from './load.ts'
import { findTargets } from './use-moves.ts'

/** A use that is released, or moves to the row with the token `toToken`. */
interface Move {
  coupon: StaffCoupon
  use: StaffUse
  toToken?: string
}

/** Reads the use again, because a colleague may have changed it. */
const findUse = async (context: StaffContext, { fields }: Form): Promise<Move | null> => {
  const coupons = await context.modules.codes.checkAccessCode(urlParam(context, 'code'), context.staff)
  for (const coupon of coupons)
    for (const use of coupon.uses) if (String(use.id) === fields.use_id) return { coupon, use }
  return null
}

const showAgain = async (context: StaffContext, more: Partial<CodePage>, status: number) =>
  page({ ...(await codePage(context, urlParam(context, 'code'))), ...more }, { title: 'Check Access Code', status })

/** Releases or moves a use, once its effects were confirmed with a reason. Asks for both first. */
const carryOut = async (context: StaffContext, form: Form, { coupon, use, toToken }: Move) => {
  const { modules, staff } = context
  const given = { code: coupon.code, token: use.token, toToken }
  const preview = await modules.codes.previewMove(given, staff)
  if (!preview.ok) return after(context, problem(moveRefusalText(preview).message))
  const answer = answerOf(form)
  const verb = toToken === undefined ? 'Release' : 'Transfer'
  const ask = (wrong: string | null, status: number) => {
    const confirmation: Confirmation = {
      title: `${verb} ${coupon.code}`,
      says: preview.says,
      effectsKey: preview.effectsKey,
      fields: { use_id: String(use.id), ...(toToken === undefined ? {} : { token: toToken }) },
      intent: toToken === undefined ? 'release' : 'transfer',
      button: verb,
      isDangerous: toToken === undefined,
      reason: answer?.reason ?? '',
      problem: wrong,
    }
    return showAgain(context, { confirmation }, status)
  }
  if (!answer) return ask(null, 200)
  const result =
    toToken === undefined
      ? await modules.codes.releaseCode({ ...given, ...answer }, staff)
      : await modules.codes.transferCode({ ...given, toToken, ...answer }, staff)
  if (result.ok) {
    const { code, gaveAccess } = result
    const text = toToken === undefined ? moveMessages.released(code) : moveMessages.moved(code, gaveAccess)
    return after(context, { tone: 'good', text })
  }
  const { message } = moveRefusalText(result)
  const isAskedAgain = result.reason === 'reason_required' || result.reason === 'effects_changed'
  return isAskedAgain ? ask(message, staffCodeStatus[result.reason]) : after(context, problem(message))
}

export const releaseUse = async (context: StaffContext, form: Form): Promise<Result<CodePage>> => {
  const move = await findUse(context, form)
  return move ? carryOut(context, form, move) : after(context, problem(moveMessages.gone))
}

/** Moves a use to the picked row. Finds the person first; if the code can move to one row only, that row is picked. */
export const transferUse = async (context: StaffContext, form: Form): Promise<Result<CodePage>> => {
  const move = await findUse(context, form)
  if (!move) return after(context, problem(moveMessages.gone))
  const { token: picked, who = '' } = form.fields
  if (picked) return carryOut(context, form, { ...move, toToken: picked })
  const targets = await findTargets(context, move.coupon, move.use, who)
  const [only, ...more] = targets.filter(target => target.refused === null)
  if (only && more.length === 0) return carryOut(context, form, { ...move, toToken: only.token })
  const wrong =
    who.trim() === ''
      ? moveMessages.whoFirst
      : targets.length === 0
        ? moveMessages.nobody
        : only
          ? null
          : moveMessages.noTarget
  const pick = { useId: move.use.id, who, targets, problem: wrong }
  return showAgain(context, { pick }, wrong ? 422 : 200)
}

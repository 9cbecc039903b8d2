import { previewMove } from '#src/codes/move-code.ts'
import { moveRefusalText } from '#src/codes/rules/move-code.ts'
import type { StaffCoupon, StaffUse } from '#src/codes/rules/staff-coupon.ts'
import { findRows } from '#src/staff/find-rows.ts'
import type { FoundRow } from '#src/staff/rules/search-result.ts'
import { posted } from '../../answer.ts'
import { rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'

/** A row that a code could move to. */
export interface Target extends FoundRow {
  /** The reason why the code cannot move there. */
  refused: string | null
}

/** Actions that a use of a code allows without another step. */
export interface UseMoves {
  /** Effects of a release. Null if it is refused. */
  release: { says: string[]; effectsKey: string } | null
  /** Other rows of the person that need the code. */
  own: Target[]
}

/** The people found for the transfer of a use. */
export interface TransferPick {
  useId: number
  who: string
  targets: Target[]
}

/** Uses of a code whose moves are prepared; a class code may have hundreds. */
const MOST_PREPARED = 3
/** Rows of one search that are checked. */
const MOST_CHECKED = 20

/** Returns the moves of each use, by its id. Empty for a role that may not move codes, and for a code with many uses. */
export const movesOf = async (context: StaffContext, coupon: StaffCoupon): Promise<Record<number, UseMoves>> => {
  const { app, staff } = context
  if (!rightsOf(staff).change || coupon.uses.length > MOST_PREPARED) return {}
  const moves = coupon.uses.map(async use => {
    const release = await previewMove(app, { code: coupon.code, token: use.token }, staff)
    const own = await findTargets(context, coupon, use, use.token)
    const asked = context.query.use ? '' : urlParam(context, 'to')
    const suggested = asked && asked !== use.token ? await findTargets(context, coupon, use, asked) : []
    const all = new Map([...suggested, ...own].map(target => [target.token, target]))
    return [use.id, { release: release.ok ? release : null, own: [...all.values()].filter(o => o.refused === null) }]
  })
  return Object.fromEntries(await Promise.all(moves))
}

/** Finds the rows of a person by the words of Find, those first that the code can move to. */
export const findTargets = async (
  { app, staff }: StaffContext,
  coupon: StaffCoupon,
  use: StaffUse,
  who: string,
): Promise<Target[]> => {
  const rows = (await findRows(app, who, staff)).filter(row => row.token !== use.token).slice(0, MOST_CHECKED)
  const targets: Target[] = []
  for (const row of rows) {
    const move = { code: coupon.code, token: use.token, toToken: row.token }
    const preview = await previewMove(app, move, staff)
    targets.push({ ...row, refused: preview.ok ? null : moveRefusalText(preview).message })
  }
  return targets.sort((a, b) => Number(a.refused !== null) - Number(b.refused !== null))
}

/** Finds people for one use: those that the address names, or a form that was refused. */
export const findPick = async (context: StaffContext, coupons: StaffCoupon[]): Promise<TransferPick | null> => {
  const sent = posted(context.answer, 'transfer').fields
  const { query } = context
  const { id, who } = sent.who === undefined ? { id: query.use, who: query.to } : { id: sent.use_id, who: sent.who }
  if (who === undefined) return null
  for (const coupon of coupons) {
    const use = coupon.uses.find(use => String(use.id) === id)
    if (use) return { useId: use.id, who, targets: await findTargets(context, coupon, use, who) }
  }
  return null
}

import { type EventCounts, makeEventCounts } from '#src/core/event-counts.ts'
import { activateByToken } from './activate-by-token.ts'
import { changeCode, undoCodeChange } from './change-code.ts'
import { checkAccessCode } from './check-access-code.ts'
import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { downloadCodeBatch, findCodeBatch } from './find-code-batch.ts'
import { generateCodes } from './generate-codes.ts'
import { importAccessCodes } from './import-access-codes.ts'
import { downloadCodes, listBatches, listCodes } from './list-codes.ts'
import { previewMove, releaseCode, transferCode } from './move-code.ts'
import { redeemAccessCode } from './redeem-access-code.ts'

export { makeCodeMask, maskCodes } from './mask-codes.ts'
export { mountRedeemCalls, sendRedeemed } from './redeem-routes.ts'
export { mountCodeCalls } from './routes.ts'
export type { StaffCoupon } from './rules/staff-coupon.ts'
export { listStaffCoupons } from './store/staff-codes.ts'

export const makeCodes = (deps: Deps) => ({
  deleteExpired: deleteExpired(deps),
  activateByToken: activateByToken(deps),
  changeCode: changeCode(deps),
  undoCodeChange: undoCodeChange(deps),
  checkAccessCode: checkAccessCode(deps),
  importAccessCodes: importAccessCodes(deps),
  generateCodes: generateCodes(deps),
  listCodes: listCodes(deps),
  listBatches: listBatches(deps),
  downloadCodes: downloadCodes(deps),
  findCodeBatch: findCodeBatch(deps),
  downloadCodeBatch: downloadCodeBatch(deps),
  previewMove: previewMove(deps),
  releaseCode: releaseCode(deps),
  transferCode: transferCode(deps),
  redeemAccessCode: redeemAccessCode(deps),
})

export type Codes = ReturnType<typeof makeCodes>

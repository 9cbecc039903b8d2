import { type EventCounts, makeEventCounts } from '#src/core/event-counts.ts'
import { activateByToken } from './activate-by-token.ts'
import { changeCode, undoCodeChange } from './change-code.ts'
import { checkAccessCode } from './check-access-code.ts'
import { deleteCodeAttempts } from './delete-expired.ts'
import { downloadCodeBatch, findCodeBatch } from './find-code-batch.ts'
import { generateCodes } from './generate-codes.ts'
import { importAccessCodes } from './import-access-codes.ts'
import { downloadCodes, listBatches, listCodes } from './list-codes.ts'
import { previewMove, releaseCode, transferCode } from './move-code.ts'
import { redeemAccessCode } from './redeem-access-code.ts'
import type { App } from "#src/context.ts";

export { makeCodeMask, maskCodes } from './mask-codes.ts'
export { mountRedeemCalls, sendRedeemed } from './redeem-routes.ts'
export { mountCodeCalls } from './routes.ts'
export type { StaffCoupon } from './rules/staff-coupon.ts'
export { listStaffCoupons } from './store/staff-codes.ts'

export const makeCodes = (app: App) => ({
  deleteExpired: deleteCodeAttempts(app),
  activateByToken: activateByToken(app),
  changeCode: changeCode(app),
  undoCodeChange: undoCodeChange(app),
  checkAccessCode: checkAccessCode(app),
  importAccessCodes: importAccessCodes(app),
  generateCodes: generateCodes(app),
  listCodes: listCodes(app),
  listBatches: listBatches(app),
  downloadCodes: downloadCodes(app),
  findCodeBatch: findCodeBatch(app),
  downloadCodeBatch: downloadCodeBatch(app),
  previewMove: previewMove(app),
  releaseCode: releaseCode(app),
  transferCode: transferCode(app),
  redeemAccessCode: redeemAccessCode(app),
})

export type Codes = ReturnType<typeof makeCodes>

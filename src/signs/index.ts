import { addSign, listSignLessons } from './add-sign.ts'
import { changeSign } from './change-sign.ts'
import { updateVideoDomain } from './change-video-domain.ts'
import { checkVideoDomain } from './check-video-domain.ts'
import type { Deps } from './deps.ts'
import { discardSignDrafts, importSigns, sendSignDrafts, viewDrafts } from './import-signs.ts'
import { listUnits } from './list-units.ts'
import { changeSignList, removeSignList } from './lists/change-sign-list.ts'
import { createSignList } from './lists/create-sign-list.ts'
import { findSignList, listCourseLists } from './lists/find-sign-list.ts'
import { openSignLists } from './lists/open-sign-lists.ts'
import { openTeacherPage } from './open-teacher-page.ts'
import { approveChange, discardChange, sendBackChange } from './review-change.ts'
import { searchSigns } from './search-signs.ts'
import { listSigns, listWaitingChanges, previewWithdrawal, viewHiddenSigns, viewSign } from './view-signs.ts'
import { restoreSign, withdrawSign } from './withdraw-sign.ts'

export type { DomainChanged } from './change-video-domain.ts'
export type { StoreFile } from './content/help-files.ts'
export { prepareContent } from './content/prepare-content.ts'
export type { SignListsPage } from './lists/open-sign-lists.ts'
export type { TeacherPage } from './open-teacher-page.ts'
export { mountDictionaryCalls, mountVideoCalls } from './routes.ts'
export { makeSproutVideo, type SproutSettings, type VideoHost } from './sproutvideo.ts'
export { findUnitTitles } from './store/content.ts'

export const makeSigns = (deps: Deps) => ({
  updateVideoDomain: updateVideoDomain(deps),
  checkVideoDomain: checkVideoDomain(deps),
  listUnits: listUnits(deps),
  openTeacherPage: openTeacherPage(deps),
  searchSigns: searchSigns(deps),
  openSignLists: openSignLists(deps),
  createSignList: createSignList(deps),
  changeSignList: changeSignList(deps),
  removeSignList: removeSignList(deps),
  findSignList: findSignList(deps),
  listCourseLists: listCourseLists(deps),
  listSigns: listSigns(deps),
  listWaitingChanges: listWaitingChanges(deps),
  viewSign: viewSign(deps),
  viewHiddenSigns: viewHiddenSigns(deps),
  listSignLessons: listSignLessons(deps),
  addSign: addSign(deps),
  previewWithdrawal: previewWithdrawal(deps),
  withdrawSign: withdrawSign(deps),
  restoreSign: restoreSign(deps),
  changeSign: changeSign(deps),
  approveChange: approveChange(deps),
  sendBackChange: sendBackChange(deps),
  discardChange: discardChange(deps),
  importSigns: importSigns(deps),
  viewDrafts: viewDrafts(deps),
  sendSignDrafts: sendSignDrafts(deps),
  discardSignDrafts: discardSignDrafts(deps),
})

export type Signs = ReturnType<typeof makeSigns>

import { addSign, listSignLessons } from './add-sign.ts'
import { changeSign } from './change-sign.ts'
import { updateVideoDomain } from './change-video-domain.ts'
import { checkVideoDomain } from './check-video-domain.ts'
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
import type { App } from "#src/context.ts";

export type { DomainChanged } from './change-video-domain.ts'
export type { StoreFile } from './content/help-files.ts'
export { prepareContent } from './content/prepare-content.ts'
export type { SignListsPage } from './lists/open-sign-lists.ts'
export type { TeacherPage } from './open-teacher-page.ts'
export { mountDictionaryCalls, mountVideoCalls } from './routes.ts'
export { makeSproutVideo, type SproutSettings, type VideoHost } from './sproutvideo.ts'
export { findUnitTitles } from './store/content.ts'

export const makeSigns = (app: App) => ({
  updateVideoDomain: updateVideoDomain(app),
  checkVideoDomain: checkVideoDomain(app),
  listUnits: listUnits(app),
  openTeacherPage: openTeacherPage(app),
  searchSigns: searchSigns(app),
  openSignLists: openSignLists(app),
  createSignList: createSignList(app),
  changeSignList: changeSignList(app),
  removeSignList: removeSignList(app),
  findSignList: findSignList(app),
  listCourseLists: listCourseLists(app),
  listSigns: listSigns(app),
  listWaitingChanges: listWaitingChanges(app),
  viewSign: viewSign(app),
  viewHiddenSigns: viewHiddenSigns(app),
  listSignLessons: listSignLessons(app),
  addSign: addSign(app),
  previewWithdrawal: previewWithdrawal(app),
  withdrawSign: withdrawSign(app),
  restoreSign: restoreSign(app),
  changeSign: changeSign(app),
  approveChange: approveChange(app),
  sendBackChange: sendBackChange(app),
  discardChange: discardChange(app),
  importSigns: importSigns(app),
  viewDrafts: viewDrafts(app),
  sendSignDrafts: sendSignDrafts(app),
  discardSignDrafts: discardSignDrafts(app),
})

export type Signs = ReturnType<typeof makeSigns>

import { actOnList, previewList } from './act-on-list.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './change-passkeys.ts'
import { checkEmail } from './check-email.ts'
import { confirmSession, requestConfirmCode } from './confirm-session.ts'
import { deleteEndedSignIns } from './delete-expired.ts'
import { exportAudit } from './export-audit.ts'
import { listFailedJobs, retryJob } from './failed-jobs.ts'
import { findRows } from './find-rows.ts'
import { findStaffSession } from './find-staff-session.ts'
import { keepFlash, takeFlash } from './flashes.ts'
import { listOwnSchools, listSchools } from './limit-schools.ts'
import { linkPeople, previewLink, previewUnlink, unlinkPeople } from './link-people.ts'
import { listAudit, listAuditLog } from './list-audit.ts'
import { listStaff } from './list-staff.ts'
import { countWaitingWork, listDueSoon } from './list-waiting-work.ts'
import { notifyWaitingCourses } from './notify-waiting-courses.ts'
import { changeOwnName, endOtherSessions, endOwnSession, findOwnAccount } from './own-account.ts'
import { viewPerson } from './person-record.ts'
import { recordListExport, recordListView } from './record-list.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { refreshSignIn } from './refresh-sign-in.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { searchRecords } from './search-records.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { confirmWithPasskey, signInWithPasskey, startPasskeyConfirm, startPasskeySignIn } from './use-passkey.ts'
import { viewEntitlement } from './view-entitlement.ts'
import type { App } from "#src/context.ts";

export { makeAccessTokens } from './access-token.ts'
export { mountAuthCalls } from './auth-routes.ts'
export { mountStaffApi } from './mount-staff-api.ts'

export { saveStaff } from './store/staff.ts'

export const makeStaff = (app: App) => ({
  notifyWaitingCourses: notifyWaitingCourses(app),
  checkEmail: checkEmail(app),
  searchRecords: searchRecords(app),
  findRows: findRows(app),
  viewPerson: viewPerson(app),
  previewList: previewList(app),
  actOnList: actOnList(app),
  findStaffSession: findStaffSession(app),
  keepFlash: keepFlash(app),
  takeFlash: takeFlash(app),
  listStaff: listStaff(app),
  listSchools: listSchools(app),
  listFailedJobs: listFailedJobs(app),
  countWaitingWork: countWaitingWork(app),
  listDueSoon: listDueSoon(app),
  deleteExpired: deleteEndedSignIns(app),
  retryJob: retryJob(app),
  refreshSignIn: refreshSignIn(app),
  requestSignInCode: requestSignInCode(app),
  sendSignInCode: sendSignInCode(app),
  requestConfirmCode: requestConfirmCode(app),
  confirmSession: confirmSession(app),
  signIn: signIn(app),
  signOut: signOut(app),
  startPasskeySignIn: startPasskeySignIn(app),
  signInWithPasskey: signInWithPasskey(app),
  startPasskeyConfirm: startPasskeyConfirm(app),
  confirmWithPasskey: confirmWithPasskey(app),
  startPasskey: startPasskey(app),
  addPasskey: addPasskey(app),
  renamePasskey: renamePasskey(app),
  removePasskey: removePasskey(app),
  makeRecoveryCodes: makeRecoveryCodes(app),
  findOwnAccount: findOwnAccount(app),
  endOwnSession: endOwnSession(app),
  endOtherSessions: endOtherSessions(app),
  changeOwnName: changeOwnName(app),
  previewLink: previewLink(app),
  linkPeople: linkPeople(app),
  previewUnlink: previewUnlink(app),
  unlinkPeople: unlinkPeople(app),
  viewEntitlement: viewEntitlement(app),
  listAudit: listAudit(app),
  listAuditLog: listAuditLog(app),
  listOwnSchools: listOwnSchools(app),
  exportAudit: exportAudit(app),
  recordListView: recordListView(app),
  recordListExport: recordListExport(app),
})

export type StaffModule = ReturnType<typeof makeStaff>

import { actOnList, previewList } from './act-on-list.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './change-passkeys.ts'
import { checkEmail } from './check-email.ts'
import { confirmSession, requestConfirmCode } from './confirm-session.ts'
import { deleteEndedSignIns } from './delete-expired.ts'
import type { Deps } from './deps.ts'
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

export { makeAccessTokens } from './access-token.ts'
export { mountAuthCalls } from './auth-routes.ts'
export { mountStaffApi } from './mount-staff-api.ts'

export { saveStaff } from './store/staff.ts'

export const makeStaff = (deps: Deps) => ({
  notifyWaitingCourses: notifyWaitingCourses(deps),
  checkEmail: checkEmail(deps),
  searchRecords: searchRecords(deps),
  findRows: findRows(deps),
  viewPerson: viewPerson(deps),
  previewList: previewList(deps),
  actOnList: actOnList(deps),
  findStaffSession: findStaffSession(deps),
  keepFlash: keepFlash(deps),
  takeFlash: takeFlash(deps),
  listStaff: listStaff(deps),
  listSchools: listSchools(deps),
  listFailedJobs: listFailedJobs(deps),
  countWaitingWork: countWaitingWork(deps),
  listDueSoon: listDueSoon(deps),
  deleteExpired: deleteEndedSignIns(deps),
  retryJob: retryJob(deps),
  refreshSignIn: refreshSignIn(deps),
  requestSignInCode: requestSignInCode(deps),
  sendSignInCode: sendSignInCode(deps),
  requestConfirmCode: requestConfirmCode(deps),
  confirmSession: confirmSession(deps),
  signIn: signIn(deps),
  signOut: signOut(deps),
  startPasskeySignIn: startPasskeySignIn(deps),
  signInWithPasskey: signInWithPasskey(deps),
  startPasskeyConfirm: startPasskeyConfirm(deps),
  confirmWithPasskey: confirmWithPasskey(deps),
  startPasskey: startPasskey(deps),
  addPasskey: addPasskey(deps),
  renamePasskey: renamePasskey(deps),
  removePasskey: removePasskey(deps),
  makeRecoveryCodes: makeRecoveryCodes(deps),
  findOwnAccount: findOwnAccount(deps),
  endOwnSession: endOwnSession(deps),
  endOtherSessions: endOtherSessions(deps),
  changeOwnName: changeOwnName(deps),
  previewLink: previewLink(deps),
  linkPeople: linkPeople(deps),
  previewUnlink: previewUnlink(deps),
  unlinkPeople: unlinkPeople(deps),
  viewEntitlement: viewEntitlement(deps),
  listAudit: listAudit(deps),
  listAuditLog: listAuditLog(deps),
  listOwnSchools: listOwnSchools(deps),
  exportAudit: exportAudit(deps),
  recordListView: recordListView(deps),
  recordListExport: recordListExport(deps),
})

export type StaffModule = ReturnType<typeof makeStaff>

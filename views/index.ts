import { activities, furtherPractice } from './activities/screen.tsx'
import { cards } from './cards/screen.tsx'
import { codeScreen } from './code/screen.tsx'
import { credits } from './credits/screen.tsx'
import { deck } from './deck/screen.tsx'
import { deepLink } from './deep-link/screen.tsx'
import { dictionary, ltiWts } from './dictionary/screen.tsx'
import { enroll } from './enroll/screen.tsx'
import { fingerspellingDrill } from './fingerspelling/drill/screen.tsx'
import { fingerspelling } from './fingerspelling/screen.tsx'
import { glosses } from './glosses/screen.tsx'
import { help } from './help/screen.tsx'
import { home } from './home/screen.tsx'
import { launchRefused } from './launch-refused/screen.tsx'
import { privacy, terms } from './legal/screen.tsx'
import { lessonSheet } from './lesson/screen.tsx'
import { signLists } from './lists/screen.tsx'
import { loginScreen } from './login/screen.tsx'
import { ltiPay } from './lti-pay/screen.tsx'
import { ltiObserver } from './observer/screen.tsx'
import { parents } from './parents/screen.tsx'
import { pay } from './pay/screen.tsx'
import { projector } from './projector/screen.tsx'
import { roster } from './roster/screen.tsx'
import type { Screen } from './screen.ts'
import { seats } from './seats/screen.tsx'
import { aboutScreen } from './staff/about/screen.tsx'
import { accessCodeScreen } from './staff/access-code/screen.tsx'
import { accountScreen } from './staff/account/screen.tsx'
import { courseScreen } from './staff/activate-11/screen.tsx'
import { activateScreen } from './staff/activate-13/screen.tsx'
import { addSignScreen } from './staff/add-sign/screen.tsx'
import { alphabetScreen } from './staff/alphabet/screen.tsx'
import { auditScreen } from './staff/audit/screen.tsx'
import { clipScreen } from './staff/clip/screen.tsx'
import { clipFilesScreen } from './staff/clip-files/screen.tsx'
import { clipSignScreen } from './staff/clip-sign/screen.tsx'
import { clipSignersScreen } from './staff/clip-signers/screen.tsx'
import { clipsScreen } from './staff/clips/screen.tsx'
import { codeBatchScreen } from './staff/code-batch/screen.tsx'
import { codeCardsScreen } from './staff/code-cards/screen.tsx'
import { codesScreen } from './staff/codes/screen.tsx'
import { colleaguesScreen } from './staff/colleagues/screen.tsx'
import { confirmSignInScreen } from './staff/confirm-sign-in/screen.tsx'
import { consumerScreen } from './staff/consumer/screen.tsx'
import { coursePageScreen } from './staff/course/screen.tsx'
import { courseContent } from './staff/course-content/screen.tsx'
import { platformScreen } from './staff/create-platform/screen.tsx'
import { deploymentsScreen } from './staff/deployments/screen.tsx'
import { emailScreen } from './staff/email/screen.tsx'
import { findScreen } from './staff/find/screen.tsx'
import { helpRequestsScreen } from './staff/help-requests/screen.tsx'
import { helpTemplatesScreen } from './staff/help-templates/screen.tsx'
import { importScreen } from './staff/import-access-codes/screen.tsx'
import { importSignsScreen } from './staff/import-signs/screen.tsx'
import { jobs } from './staff/jobs/screen.tsx'
import { launchesScreen } from './staff/launches/screen.tsx'
import { lmsMovesScreen } from './staff/lms-moves/screen.tsx'
import { mailTextsScreen } from './staff/mail-texts/screen.tsx'
import { movesScreen } from './staff/moved-from-11/screen.tsx'
import { noticeScreen } from './staff/notice/screen.tsx'
import { pasteListScreen } from './staff/paste-list/screen.tsx'
import { paymentPageScreen } from './staff/payment/screen.tsx'
import { paymentsScreen } from './staff/payments/screen.tsx'
import { personPageScreen } from './staff/person/screen.tsx'
import { personScreen } from './staff/personal-data/screen.tsx'
import { platformPageScreen } from './staff/platform/screen.tsx'
import { platformsScreen } from './staff/platforms/screen.tsx'
import { entitlementScreen } from './staff/process-enrollment/screen.tsx'
import { productScreen } from './staff/product/screen.tsx'
import { salesScreen } from './staff/sales/screen.tsx'
import { schoolPageScreen } from './staff/school/screen.tsx'
import { joinSchoolsScreen } from './staff/school-join/screen.tsx'
import { moveConnectionScreen } from './staff/school-move/screen.tsx'
import { serviceAccountsScreen } from './staff/service-accounts/screen.tsx'
import { setupScreen } from './staff/setup/screen.tsx'
import { signScreen } from './staff/sign/screen.tsx'
import { signedHelpScreen } from './staff/signed-help/screen.tsx'
import { signsScreen } from './staff/signs/screen.tsx'
import { todayScreen } from './staff/today/screen.tsx'
import { videoScreen } from './staff/video/screen.tsx'
import { waitingScreen } from './staff/waiting/screen.tsx'
import { whatWeKeepScreen } from './staff/what-we-keep/screen.tsx'
import { yourNameScreen } from './staff/your-name/screen.tsx'
import { ltiSuccess, success } from './success/screen.tsx'
import { teacher } from './teacher/screen.tsx'
import { verify } from './verify/screen.tsx'
import { vocabulary } from './vocabulary/screen.tsx'
import { watch } from './watch/screen.tsx'

/** Staff pages, in the order of the navigation. */
export const staffScreens: Screen[] = [
  ...[todayScreen, findScreen, entitlementScreen, emailScreen, paymentsScreen, salesScreen, helpRequestsScreen],
  ...[helpTemplatesScreen, pasteListScreen],
  ...[accessCodeScreen, codesScreen, codeBatchScreen, codeCardsScreen, importScreen],
  ...[waitingScreen, movesScreen, courseScreen, activateScreen],
  ...[consumerScreen, platformScreen, platformsScreen, deploymentsScreen, lmsMovesScreen, courseContent, videoScreen],
  ...[productScreen, signsScreen, signScreen, addSignScreen, importSignsScreen],
  ...[clipsScreen, clipSignScreen, clipFilesScreen, clipSignersScreen, clipScreen, signedHelpScreen, alphabetScreen],
  ...[setupScreen, colleaguesScreen, serviceAccountsScreen, auditScreen, launchesScreen, whatWeKeepScreen],
  ...[noticeScreen, mailTextsScreen, jobs, accountScreen, aboutScreen],
  ...[confirmSignInScreen, yourNameScreen, personScreen, personPageScreen, coursePageScreen, schoolPageScreen],
  ...[joinSchoolsScreen, moveConnectionScreen, platformPageScreen, paymentPageScreen],
]

/** All screens: student and teacher pages first, then the staff pages. */
export const screens: Screen[] = [
  ...[home, codeScreen, dictionary, fingerspelling, vocabulary, deck, glosses, credits, fingerspellingDrill, ltiWts],
  ...[ltiPay, pay, verify, teacher, roster, projector, lessonSheet, activities, furtherPractice, signLists],
  ...[loginScreen, ltiObserver, launchRefused, success, deepLink, ltiSuccess, enroll, help, parents, watch, cards],
  ...[seats, terms, privacy],
  ...staffScreens,
]

import type { Screen } from '../screen.ts'
import { aboutScreen } from './about/screen.tsx'
import { accessCodeScreen } from './access-code/screen.tsx'
import { accountScreen } from './account/screen.tsx'
import { activateScreen } from './activate/screen.tsx'
import { addSignScreen } from './add-sign/screen.tsx'
import { alphabetScreen } from './alphabet/screen.tsx'
import { auditScreen } from './audit/screen.tsx'
import { clipScreen } from './clip/screen.tsx'
import { clipFilesScreen } from './clip-files/screen.tsx'
import { clipSignScreen } from './clip-sign/screen.tsx'
import { clipSignersScreen } from './clip-signers/screen.tsx'
import { clipsScreen } from './clips/screen.tsx'
import { codeCardsScreen } from './code-cards/screen.tsx'
import { codesScreen } from './codes/screen.tsx'
import { confirmSignInScreen } from './confirm-sign-in/screen.tsx'
import { consumerScreen } from './consumer/screen.tsx'
import { courseScreen } from './course/screen.tsx'
import { courseContent } from './course-content/screen.tsx'
import { coursePageScreen } from './course-page/screen.tsx'
import { deploymentsScreen } from './deployments/screen.tsx'
import { emailScreen } from './email/screen.tsx'
import { entitlementScreen } from './entitlement/screen.tsx'
import { findScreen } from './find/screen.tsx'
import { helpRequestsScreen } from './help-requests/screen.tsx'
import { importScreen } from './import/screen.tsx'
import { importSignsScreen } from './import-signs/screen.tsx'
import { jobs } from './jobs/screen.tsx'
import { launchesScreen } from './launches/screen.tsx'
import { mailTextsScreen } from './mail-texts/screen.tsx'
import { movesScreen } from './moves/screen.tsx'
import { noticeScreen } from './notice/screen.tsx'
import { pasteListScreen } from './paste-list/screen.tsx'
import { paymentPageScreen } from './payment/screen.tsx'
import { paymentsScreen } from './payments/screen.tsx'
import { personScreen } from './person/screen.tsx'
import { personPageScreen } from './person-page/screen.tsx'
import { platformScreen } from './platform/screen.tsx'
import { platformsScreen } from './platforms/screen.tsx'
import { productScreen } from './product/screen.tsx'
import { schoolPageScreen } from './school/screen.tsx'
import { joinSchoolsScreen } from './school-join/screen.tsx'
import { moveConnectionScreen } from './school-move/screen.tsx'
import { setupScreen } from './setup/screen.tsx'
import { signScreen } from './sign/screen.tsx'
import { signedHelpScreen } from './signed-help/screen.tsx'
import { signsScreen } from './signs/screen.tsx'
import { todayScreen } from './today/screen.tsx'
import { videoScreen } from './video/screen.tsx'
import { waitingScreen } from './waiting/screen.tsx'
import { whatWeKeepScreen } from './what-we-keep/screen.tsx'
import { yourNameScreen } from './your-name/screen.tsx'

/** Staff pages, in the order of the navigation rail. */
export const staffScreens: Screen[] = [
  todayScreen,
  ...[findScreen, entitlementScreen, emailScreen, paymentsScreen, movesScreen, helpRequestsScreen, pasteListScreen],
  ...[accessCodeScreen, codesScreen, codeCardsScreen, importScreen],
  ...[courseContent, waitingScreen, courseScreen, activateScreen],
  ...[consumerScreen, platformScreen, platformsScreen, deploymentsScreen, videoScreen],
  ...[productScreen, signsScreen, signScreen, addSignScreen, importSignsScreen],
  ...[clipsScreen, clipSignScreen, clipFilesScreen, clipSignersScreen, clipScreen, signedHelpScreen, alphabetScreen],
  ...[
    setupScreen,
    jobs,
    auditScreen,
    launchesScreen,
    whatWeKeepScreen,
    noticeScreen,
    mailTextsScreen,
    accountScreen,
    aboutScreen,
  ],
  ...[
    confirmSignInScreen,
    yourNameScreen,
    personScreen,
    personPageScreen,
    coursePageScreen,
    schoolPageScreen,
    joinSchoolsScreen,
    moveConnectionScreen,
    paymentPageScreen,
  ],
]

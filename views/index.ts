import { codeScreen } from './code/screen.tsx'
import { deck } from './deck/screen.tsx'
import { deepLink } from './deep-link/screen.tsx'
import { dictionary, ltiWts } from './dictionary/screen.tsx'
import { enroll } from './enroll/screen.tsx'
import { fingerspellingDrill } from './fingerspelling/drill-screen.tsx'
import { fingerspelling } from './fingerspelling/screen.tsx'
import { help } from './help/screen.tsx'
import { home } from './home/screen.tsx'
import { verify } from './join/screen.tsx'
import { launchRefused } from './launch-refused/screen.tsx'
import { privacy, terms } from './legal/screen.tsx'
import { lessonSheet } from './lesson/screen.tsx'
import { signLists } from './lists/screen.tsx'
import { loginScreen } from './login/screen.tsx'
import { ltiObserver } from './observer/screen.tsx'
import { parents } from './parents/screen.tsx'
import { ltiPay } from './pay/screen.tsx'
import { projector } from './projector/screen.tsx'
import { roster } from './roster/screen.tsx'
import type { Screen } from './screen.ts'
import { seats } from './seats/screen.tsx'
import { pay } from './sign-up/screen.tsx'
import { watch } from './signed-help/screen.tsx'
import { staffScreens } from './staff/screens.ts'
import { ltiSuccess, success } from './success/screen.tsx'
import { teacher } from './teacher/screen.tsx'
import { vocabulary } from './vocabulary/screen.tsx'

/** All screens: student and teacher pages first, then the staff pages. */
export const screens: Screen[] = [
  home,
  codeScreen,
  dictionary,
  fingerspelling,
  vocabulary,
  deck,
  fingerspellingDrill,
  ltiWts,
  ltiPay,
  pay,
  verify,
  teacher,
  roster,
  projector,
  lessonSheet,
  signLists,
  loginScreen,
  ltiObserver,
  launchRefused,
  success,
  deepLink,
  ltiSuccess,
  enroll,
  help,
  parents,
  watch,
  seats,
  terms,
  privacy,
  ...staffScreens,
]

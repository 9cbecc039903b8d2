import { deepLink } from './deep-link/screen.tsx'
import { dictionary, ltiWts } from './dictionary/screen.tsx'
import { enroll } from './enroll/screen.tsx'
import { help } from './help/screen.tsx'
import { home } from './home/screen.tsx'
import { verify } from './join/screen.tsx'
import { privacy, terms } from './legal/screen.tsx'
import { loginScreen } from './login/screen.tsx'
import { ltiObserver } from './observer/screen.tsx'
import { ltiPay } from './pay/screen.tsx'
import { roster } from './roster/screen.tsx'
import type { Screen } from './screen.ts'
import { pay } from './sign-up/screen.tsx'
import { courseContent } from './staff/course-content/screen.tsx'
import { jobs } from './staff/jobs/screen.tsx'
import { staffScreens } from './staff/screens.ts'
import { ltiSuccess, success } from './success/screen.tsx'
import { teacher } from './teacher/screen.tsx'

/** The site map: every page, in the order of spec §2. */
export const screens: Screen[] = [
  home,
  dictionary,
  ltiWts,
  ltiPay,
  pay,
  verify,
  teacher,
  roster,
  loginScreen,
  ltiObserver,
  success,
  deepLink,
  ltiSuccess,
  courseContent,
  jobs,
  enroll,
  help,
  terms,
  privacy,
  ...staffScreens,
]

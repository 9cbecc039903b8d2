import { paths } from '../paths.ts'
import { screen } from '../screen.ts'
import { type SignUpData, signUpActions } from '../sign-up/sign-up-actions.tsx'
import { SignUpView } from '../sign-up/sign-up-view.tsx'

/** The join page: a form, a pin number, and on to the pay page (spec §2, Join page). */
export const verify = screen<SignUpData>({
  path: paths.verify,
  access: 'public',
  chrome: 'bar',
  ...signUpActions('join'),
  View: props => <SignUpView {...props} from="verify" />,
})

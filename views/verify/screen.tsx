import { paths } from '../paths.ts'
import { screen } from '../screen.ts'
import { type SignUpData, SignUpView, signUpActions } from '../sign-up/sign-up-page.tsx'

/** Join page: the sign-up form, then the pin number, then the pay page. */
export const verify = screen<SignUpData>({
  path: paths.verify,
  access: 'public',
  chrome: 'bar',
  translated: true,
  ...signUpActions('join'),
  View: props => <SignUpView {...props} from="verify" />,
})

import { deleteExpired } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { describeHelp } from './describe-help.ts'
import { findPayToken } from './find-pay-token.ts'
import { findCaptchaNeed, makeChallenge } from './get-captcha.ts'
import { describeHelpForm, requestHelp } from './request-help.ts'
import { resendCode } from './resend-code.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

export { type CaptchaGateway, captchaSources, makeCaptchaGateway } from './captcha/make-captcha.ts'
export { mountSignUpCalls } from './routes.ts'
export { deletePassword, findWaitingPassword } from './store/sign-ups.ts'
export { askForMoreWork, verifyCaptcha } from './verify-captcha.ts'

export const makeSignUp = (deps: Deps) => ({
  deleteExpired: deleteExpired(deps),
  findCaptchaNeed: findCaptchaNeed(deps),
  makeChallenge: makeChallenge(deps),
  requestHelp: requestHelp(deps),
  describeHelp: describeHelp(deps),
  describeHelpForm: describeHelpForm(deps),
  findPayToken: findPayToken(deps),
  resendCode: resendCode(deps),
  sendCode: sendCode(deps),
  verifyCode: verifyCode(deps),
})

export type SignUp = ReturnType<typeof makeSignUp>

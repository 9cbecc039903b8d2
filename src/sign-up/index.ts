import { deleteExpiredSignUps } from './delete-expired.ts'
import { describeHelp } from './describe-help.ts'
import { findPayToken } from './find-pay-token.ts'
import { findCaptchaNeed, makeChallenge } from './get-captcha.ts'
import { describeHelpForm, requestHelp } from './request-help.ts'
import { resendCode } from './resend-code.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'
import type { App } from "#src/context.ts";

export { type CaptchaGateway, captchaSources, makeCaptchaGateway } from './captcha/make-captcha.ts'
export { mountSignUpCalls } from './routes.ts'
export { deletePassword, findWaitingPassword } from './store/sign-ups.ts'
export { askForMoreWork, verifyCaptcha } from './verify-captcha.ts'

export const makeSignUp = (app: App) => ({
  deleteExpired: deleteExpiredSignUps(app),
  findCaptchaNeed: findCaptchaNeed(app),
  makeChallenge: makeChallenge(app),
  requestHelp: requestHelp(app),
  describeHelp: describeHelp(app),
  describeHelpForm: describeHelpForm(app),
  findPayToken: findPayToken(app),
  resendCode: resendCode(app),
  sendCode: sendCode(app),
  verifyCode: verifyCode(app),
})

export type SignUp = ReturnType<typeof makeSignUp>

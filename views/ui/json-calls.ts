import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type * as codes from '#src/codes/contract.ts'
import type { BodyOf, ReplyOf } from '#src/core/rules/problem.ts'
import type * as signUp from '#src/sign-up/contract.ts'
import type * as staff from '#src/staff/contract.ts'
import type { paths } from '../paths.ts'
import type { payPaths } from '../pay-paths.ts'

/** Contracts of the calls that islands post, by address. */
interface Calls {
  [payPaths.sendCode]: typeof signUp.sendCodeCall
  [payPaths.verifyCode]: typeof signUp.verifyCodeCall
  [payPaths.payCouponCode]: typeof codes.payCouponCodeCall
  [payPaths.verifyCouponCode]: typeof codes.verifyCouponCodeCall
  [paths.magic]: typeof staff.requestCodeCall
  [paths.signIn]: typeof staff.signInCall
  [paths.passkeyOptions]: typeof staff.passkeyOptionsCall
  [paths.passkeySignIn]: typeof staff.passkeySignInCall
  [paths.confirmOptions]: typeof staff.startConfirmCall
  [paths.confirmByPasskey]: typeof staff.confirmCall
  [paths.newPasskeyOptions]: typeof staff.startPasskeyCall
  [paths.newPasskey]: typeof staff.addPasskeyCall
}

/** Replies whose fields WebAuthn defines, not the contract. */
interface PasskeyOptions {
  [paths.passkeyOptions]: PublicKeyCredentialRequestOptionsJSON
  [paths.confirmOptions]: PublicKeyCredentialRequestOptionsJSON
  [paths.newPasskeyOptions]: PublicKeyCredentialCreationOptionsJSON
}

export type CallPath = keyof Calls
export type CallBody<P extends CallPath> = BodyOf<Calls[P]>
export type CallReply<P extends CallPath> = P extends keyof PasskeyOptions ? PasskeyOptions[P] : ReplyOf<Calls[P]>

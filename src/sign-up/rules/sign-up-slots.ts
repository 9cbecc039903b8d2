import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import type { SignUpPage } from './sign-up-page.ts'

/** Returns the slots of signed help for a step of sign-up, the most exact first. */
export const signUpSlots = ({ step, problems }: Pick<SignUpPage, 'step' | 'problems'>): HelpSlot[] => {
  if (step === 'email') return ['sign-up']
  return Object.keys(problems).length > 0 ? ['sign-up-code-wrong', 'sign-up-code'] : ['sign-up-code']
}

/** Slots of the steps that a script shows without a page load. */
export const laterSignUpSlots: HelpSlot[] = ['sign-up', 'sign-up-code', 'sign-up-code-wrong']

import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { RegistrationRefusal } from '../rules/registration.ts'

/** Returns the sentence of a refusal, for the LMS administrator. */
export const registrationSentence = (refusal: RegistrationRefusal, language: Language): string => {
  const { refused } = textsIn(language).registration
  switch (refusal.reason) {
    case 'configuration_unreadable':
    case 'registration_rejected':
      return refused[refusal.reason](refusal.detail)
    default:
      return refused[refusal.reason]
  }
}

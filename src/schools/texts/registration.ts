import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { INVITED_LMS, type InvitedLms, type RegistrationRefusal } from '../rules/registration.ts'

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

interface InvitationFacts {
  link: string
  /** The last day, as people read it. */
  until: string
  /** Null if we do not know it: then the mail has the steps of each. */
  lms: InvitedLms | null
}

/** Returns an invitation as a mail to the administrator of an LMS, to copy. */
export const invitationMail = (language: Language, { link, until, lms }: InvitationFacts): string => {
  const { hello, lead, until: worksUntil, link: yours, steps, other, after } = textsIn(language).registration.invited
  const names = Object.keys(INVITED_LMS).filter((name): name is InvitedLms => lms === null || name === lms)
  const listed = names.map(name =>
    [`${name === 'other' ? other : INVITED_LMS[name]}:`, ...steps[name].map((line, at) => `${at + 1}. ${line}`)].join(
      '\n',
    ),
  )
  return [hello, lead, `${yours}\n${link}`, worksUntil(until), ...listed, after].join('\n\n')
}

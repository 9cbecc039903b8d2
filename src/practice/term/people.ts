import { minutesAfter } from './calendar.ts'
import type { Maker } from './maker.ts'
import { mailbox, personName } from './names.ts'

export interface TermPerson {
  id: number
  name: string | null
  email: string | null
  ltiUserId: string | null
}

interface Wanted {
  at: Date
  /** Distinguishes the addresses of a school's people. */
  number: number
  how: 'student' | 'teacher' | 'sign-up'
}

/** Some LMSs send no name or no email. Someone who signed up has both, and no LMS. */
const SENDS_NO_EMAIL = 0.05
const SENDS_NO_NAME = 0.02

export const makePerson = (maker: Maker, { at, number, how }: Wanted): TermPerson => {
  const { school, random, add, schoolId, platformId } = maker
  const spoken = personName(random)
  const signedUp = how === 'sign-up'
  const host = how === 'teacher' ? `${school.slug}.example` : `student.${school.slug}.example`
  const address = `${mailbox(spoken, { number, isChild: school.isK12 && how !== 'teacher' })}@${host}`
  const isNamed = signedUp || how === 'teacher' || !random.chance(SENDS_NO_NAME)
  const email = signedUp || !random.chance(SENDS_NO_EMAIL) ? address : null
  const name = isNamed ? `${spoken.given} ${spoken.family}` : null
  const ltiUserId = signedUp ? null : random.uuid()
  const id = add('people', {
    consumerId: signedUp || school.version === '1.3' ? null : schoolId,
    platformId: signedUp ? null : platformId,
    ltiUserId,
    email,
    emailVerifiedAt: signedUp ? minutesAfter(at, -1) : null,
    name,
    givenName: isNamed ? spoken.given : null,
    familyName: isNamed ? spoken.family : null,
    createdAt: at,
    updatedAt: at,
  })
  return { id, name, email, ltiUserId }
}

import type { launchDiary } from '#src/lti/store/schema/launches.ts'
import { dayBefore, daysAfter, isWeekend, timeOfDay } from './calendar.ts'
import type { TermCourse } from './courses.ts'
import type { TermPlace } from './maker.ts'
import { makeRandom, type Random } from './random.ts'
import type { TermSchool } from './schools.ts'

/** Somebody who opens a course now and then. */
export interface Visitor {
  course: Pick<TermCourse, 'contextId'>
  since: Date
  teaches: boolean
}

type Line = typeof launchDiary.$inferInsert

interface Launching extends Pick<TermPlace, 'now' | 'platform'> {
  school: TermSchool
  visitors: Visitor[]
}

/** Days that the diary is kept. */
const DIARY_DAYS = 30
/** Chance that somebody opens the course on a school day, and on a weekend. */
const ON_SCHOOL_DAY = 0.2
const ON_WEEKEND = 0.07
const REFUSED = 0.012
const REFUSED_ON_BAD_DAY = 0.8

const REASONS = {
  '1.1': [
    ['timestamp', 5],
    ['nonce', 4],
    ['signature', 2],
    ['parameter', 1],
  ],
  '1.3': [
    ['browser', 5],
    ['state', 4],
    ['expired', 2],
    ['deployment', 1],
    ['issuer', 0.5],
  ],
} as const

const BINDINGS = [
  ['cookie', 80],
  ['storage', 14],
  ['click', 6],
] as const

const PARAMETERS = {
  '1.1':
    'lti_message_type lti_version resource_link_id context_id context_title user_id roles lis_person_name_full lis_person_contact_email_primary oauth_consumer_key oauth_nonce oauth_timestamp oauth_signature_method oauth_version oauth_signature'.split(
      ' ',
    ),
  '1.3': 'id_token state iss aud sub nonce exp iat'.split(' '),
}

/**
 * Makes the launches of the last 30 days of a school, in the order of time. At one school in thirteen a wrong secret
 * refused most of them for two days.
 */
export const makeLaunches = ({ school, now, platform, visitors }: Launching): Line[] => {
  const random = makeRandom(`launches ${school.slug}`)
  const lines: Omit<Line, 'reference'>[] = []
  for (let daysAgo = DIARY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    const day = dayBefore(now, daysAgo)
    const often = isWeekend(day) ? ON_WEEKEND : ON_SCHOOL_DAY
    const isBad = school.version === '1.1' && school.index % 13 === 2 && (daysAgo === 8 || daysAgo === 9)
    for (const visitor of visitors) {
      if (visitor.since > daysAfter(day, 1) || !random.chance(visitor.teaches ? often * 1.5 : often)) continue
      const at = timeOfDay(random, day)
      if (at < visitor.since || at >= now) continue
      const refused = random.chance(isBad ? REFUSED_ON_BAD_DAY : REFUSED)
      const reason = isBad ? 'signature' : random.weighted<string>(REASONS[school.version])
      const outcome = refused ? reason : openedBy(random, visitor)
      lines.push({
        at,
        outcome,
        ...from(school, platform, visitor),
        ...details(random, school, refused ? reason : null),
      })
    }
  }
  return lines
    .sort((a, b) => a.at!.getTime() - b.at!.getTime())
    .map((line, number) => ({ ...line, reference: launchReference(school.index, number) }))
}

const openedBy = (random: Random, { teaches }: Visitor): string => {
  if (!teaches) return 'pay'
  return random.weighted([
    ['teacher', 80],
    ['wts', 15],
    ['deep_link', 5],
  ])
}

const from = (school: TermSchool, platform: Launching['platform'], { course }: Visitor) => ({
  version: school.version,
  consumerKey: school.version === '1.1' ? consumerKey(school) : null,
  issuer: platform?.issuer ?? null,
  clientId: platform?.clientId ?? null,
  deploymentId: platform?.deploymentId ?? null,
  school: school.name,
  contextId: course.contextId,
  parameters: PARAMETERS[school.version],
  baseString: null,
})

/** The key of an LTI 1.1 school. Hosted schools have the publisher's prefix. */
export const consumerKey = ({ slug, isHosted }: TermSchool): string => (isHosted ? `twa_${slug}` : slug)

const details = (random: Random, school: TermSchool, reason: string | null) => {
  const isLate = reason === 'timestamp'
  return {
    binding: school.version === '1.3' ? random.weighted(BINDINGS) : null,
    skewSeconds: isLate ? -(320 + random.below(900)) : random.below(4) - 2,
    detail: isLate ? 'the clock of the LMS differs' : null,
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** An odd factor: numbers below 2^50 map to other numbers below 2^50, each to its own. */
const SPREAD = 613_566_757_000_003n

/** Returns the reference of a launch, like '7K4MQ-2XNRT': another one for each school and number. */
const launchReference = (schoolIndex: number, number: number): string => {
  let left = (((BigInt(schoolIndex) << 24n) + BigInt(number) + 1n) * SPREAD) % (1n << 50n)
  let text = ''
  for (let i = 0; i < 10; i++) {
    text += CROCKFORD[Number(left & 31n)]
    left >>= 5n
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

import { dayBefore, daysAfter, minutesAfter } from './calendar.ts'
import type { Maker } from './maker.ts'
import { makeRandom } from './random.ts'
import type { TermSchool } from './schools.ts'
import type { TermStudent } from './student-row.ts'

/** When the publisher added the school. */
export const customerSince = ({ slug }: TermSchool, now: Date): Date =>
  daysAfter(now, -makeRandom(`since ${slug}`).between(400, 900))

/** Changes that colleagues made to the school itself, and work that waits there. */
export const recordSchool = (maker: Maker): void => {
  const { school, record, schoolId, now, random } = maker
  const kind = school.version === '1.1' ? 'consumer' : 'deployment'
  const since = customerSince(school, now)
  const by = `staff:${maker.manager().id}`
  if (kind === 'consumer')
    record({
      at: since,
      actor: by,
      action: 'create-consumer',
      kind,
      id: schoolId,
      after: { key: school.slug, name: school.name },
    })
  else
    record({
      at: since,
      actor: by,
      action: 'change-deployment',
      kind,
      id: schoolId,
      before: { status: 'waiting' },
      after: { status: 'approved' },
    })
  if (school.index % 5 === 1) addDefaultProducts(maker)
  if (school.index % 7 === 3)
    record({
      at: daysAfter(now, -random.between(2, 60)),
      actor: by,
      action: kind === 'consumer' ? 'update-consumer' : 'change-deployment',
      kind,
      id: schoolId,
      before: { yearlyAccess: !school.yearlyAccess },
      after: { yearlyAccess: school.yearlyAccess },
    })
  // The end of the days with a wrong secret (launches.ts).
  if (kind === 'consumer' && school.index % 13 === 2)
    record({
      at: minutesAfter(dayBefore(now, 8), 17 * 60),
      actor: by,
      action: 'rotate-secret',
      kind,
      id: schoolId,
      reason: 'Secret was mistyped in the LMS',
    })
  if (school.version === '1.3' && school.index % 13 === 0) addWaitingDeployment(maker)
  if (school.index === 0) addReconciliations(maker)
}

const addDefaultProducts = ({ add, school, schoolId, products, record, now, manager }: Maker): void => {
  const isConsumer = school.version === '1.1'
  const [first] = products
  add('defaultProducts', {
    consumerId: isConsumer ? schoolId : null,
    deploymentId: isConsumer ? null : schoolId,
    productId: first!.id,
  })
  record({
    at: daysAfter(now, -130),
    actor: `staff:${manager().id}`,
    action: 'set-default-products',
    kind: isConsumer ? 'consumer' : 'deployment',
    id: schoolId,
    before: { defaultProducts: [] },
    after: { defaultProducts: [first!.productCode] },
  })
}

/** A deployment that launched from the platform of this school and waits for a decision. */
const addWaitingDeployment = ({ add, random, now, platformId, school }: Maker): void => {
  const seenAt = daysAfter(now, -random.between(0.2, 6))
  add('deployments', {
    platformId: platformId!,
    deploymentId: `${school.index}-new:${random.uuid().slice(0, 8)}`,
    name: null,
    status: 'waiting',
    acceptsPayment: true,
    acceptsAccessCode: true,
    isK12: false,
    takesCardsK12: false,
    passesGrades: true,
    addsUnitColumns: false,
    yearlyAccess: false,
    seenTitle: random.pick(['ASL 1, Evening Section', 'Deaf Culture and ASL', 'Introduction to Sign Language']),
    seenAt,
    createdAt: seenAt,
    updatedAt: seenAt,
  })
}

/** The nightly comparison with the card provider. */
const addReconciliations = ({ add, random, now }: Maker): void => {
  for (let daysAgo = 30; daysAgo >= 1; daysAgo--)
    add('reconciliations', {
      at: minutesAfter(dayBefore(now, daysAgo), 143),
      actor: 'system',
      compared: 40 + random.below(60),
      healed: [],
      open: [],
    })
}

/** Share of people whom a colleague viewed within the last weeks. */
const VIEWED = 1 / 60

export const recordViews = (maker: Maker, students: TermStudent[]): void => {
  const { random, record, now, colleagues } = maker
  for (const { kind, id, row } of students) {
    const at = daysAfter(now, -random.between(0, 40))
    if (random.chance(VIEWED) && at > row.createdAt!)
      record({ at, actor: `staff:${random.pick(colleagues).id}`, action: 'view', kind, id })
  }
}

import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import type { Clock } from '../../clock.ts'
import { answerErrorsAsJson } from '../../http/errors.ts'
import { takeFiles } from '../../http/files.ts'
import { guardCalls, type StaffGuard } from '../../http/staff.ts'
import type { Log } from '../../log.ts'
import type { Operations } from '../../operations/index.ts'
import { mountAuditExport } from './audit.ts'
import { mountCalls } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { codeDeskCalls } from './code-desk.ts'
import { codeCalls } from './codes.ts'
import { mountContentEvents } from './content-events.ts'
import { courseCalls } from './courses.ts'
import { findCalls } from './find.ts'
import { describeCalls } from './openapi.ts'
import { paymentCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { platformCalls } from './platforms.ts'
import { schoolCalls } from './schools.ts'
import { videoCalls } from './video.ts'
import { waitingCalls } from './waiting.ts'

interface StaffApiDeps {
  operations: Operations
  clock: Clock
  guard: StaffGuard
  publicUrl: string
  timezone: string
  log: Log
}

/** Mounts all staff calls. Every one requires a signed-in staff user. */
export const mountStaffApi = async (scope: FastifyInstance, deps: StaffApiDeps): Promise<void> => {
  const { operations, clock, guard, publicUrl, timezone, log } = deps
  answerErrorsAsJson(scope, { forStaff: true })
  guardCalls(scope, guard)
  await takeFiles(scope)
  const calls = [
    ...catalogueCalls,
    ...courseCalls(() => clock.now()),
    ...codeCalls,
    ...codeDeskCalls(timezone),
    ...peopleCalls,
    ...paymentCalls,
    ...schoolCalls,
    ...platformCalls(publicUrl),
    ...videoCalls,
    ...waitingCalls,
    ...findCalls,
  ]
  mountCalls(scope, calls, operations)
  mountAuditExport(scope, operations)
  mountContentEvents(scope, operations, log)
  let description: object | undefined
  scope.get(paths.openapi, async () => (description ??= describeCalls(calls, publicUrl)))
}

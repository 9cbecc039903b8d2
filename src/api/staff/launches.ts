import { z } from 'zod'
import { type LaunchRecord, launchRecordMessages, textsOf } from '../../domain/launch-record.ts'
import { moveMessages } from '../../domain/move.ts'
import { type Call, call, refuse } from './call.ts'

const wireLaunch = (l: LaunchRecord) => {
  const texts = textsOf(l)
  return {
    at: l.at.toISOString(),
    reference: l.reference,
    version: l.version,
    outcome: l.outcome,
    school: l.school,
    consumer_key: l.consumerKey,
    iss: l.issuer,
    client_id: l.clientId,
    deployment_id: l.deploymentId,
    context_id: l.contextId,
    clock_skew_seconds: l.skewSeconds,
    parameters: l.parameters,
    detail: l.detail,
    base_string: l.baseString,
    texts: texts && {
      what: texts.what,
      student: texts.student,
      teacher: texts.teacher,
      administrator: texts.administrator,
    },
  }
}

export const launchCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/launches',
    does: 'The newest launches, good and refused, of the last 30 days; ?key=, ?iss= or ?outcome= narrows them.',
    answers: ['launches'],
    async run({ query, operations }) {
      const { key, iss, outcome } = query
      const asked = { ...(key && { consumerKey: key }), ...(iss && { issuer: iss }), ...(outcome && { outcome }) }
      return { launches: (await operations.listLaunches(asked)).map(wireLaunch) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/launches/:reference',
    does: 'One launch, by the reference on its error page, with what each reader of that page was told.',
    answers: ['launch'],
    async run({ params, operations }) {
      const found = await operations.findLaunchByReference(params.reference ?? '')
      return found ? { launch: wireLaunch(found) } : refuse(404, launchRecordMessages.notFound)
    },
  }),
  call({
    method: 'GET',
    path: '/api/moves',
    does: 'People who may have been in by LTI 1.1 before their school moved to 1.3, and whose LMS does not prove it.',
    answers: ['moves'],
    async run({ operations }) {
      return {
        moves: (await operations.listMoves()).map(m => ({
          id: m.id,
          enrollment_id: m.enrollmentId,
          membership_id: m.membershipId,
          reason: m.reason,
          created_at: m.createdAt.toISOString(),
          name: m.name,
          email: m.email,
          context_id: m.contextId,
          context_title: m.contextTitle,
        })),
      }
    },
  }),
  call({
    method: 'POST',
    path: '/api/moves/:id',
    does: 'Confirms that it is the same person, who is then in, or turns it down.',
    answers: ['accepted'],
    body: z.object({ accepted: z.boolean() }),
    async run({ params, body, staff, operations }) {
      const result = await operations.decideMove(Number(params.id), body.accepted, staff)
      if (result === null) return refuse(404, moveMessages.notFound)
      return result === 'over' ? refuse(409, moveMessages.over) : { accepted: body.accepted }
    },
  }),
]

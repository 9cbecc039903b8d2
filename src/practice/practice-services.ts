import type { Needs } from '#src/context.ts'
import { findInvitation, inviteRegistration } from '#src/schools/registrations.ts'
import { listStaff } from '#src/staff/list-staff.ts'
import type { PracticeServices } from './practice-lms.ts'

/** Base URLs of the emulators that belong to the practice LMS. */
export interface PracticeAddresses {
  lms: string
  outcomes: string
}

/** Reads the practice LMS's state from its emulators, and creates invitations to register it. */
export const makePracticeServices = (
  app: Needs<'clock' | 'db'>,
  { lms, outcomes }: PracticeAddresses,
): PracticeServices => {
  let invite = ''
  /** Returns the current invitation, or a new one when it is used. */
  const invitation = async (): Promise<string> => {
    if (await findInvitation(app, invite)) return invite
    const by = (await listStaff(app)).find(s => s.role === 'manager')
    const invited = by && (await inviteRegistration(app, 'Practice LMS', by))
    if (invited?.ok) invite = invited.invite
    return invite
  }
  return {
    outcomeUrl: `${outcomes}/outcomes`,
    rosterUrl: `${outcomes}/memberships`,
    async grade11(sourcedId) {
      const { scores } = await read<{ scores: Record<string, number> }>(`${outcomes}/__control/state`)
      return scores[sourcedId] ?? null
    },
    async grade13(userId) {
      const scores = await read<{ userId: string; scoreGiven: number }[]>(`${lms}/__control/scores`)
      return scores.findLast(s => s.userId === userId)?.scoreGiven ?? null
    },
    async registration() {
      const { configuration, token } = await read<Registration>(`${lms}/__control/registration`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      return { invite: await invitation(), openid_configuration: configuration, registration_token: token }
    },
  }
}

interface Registration {
  configuration: string
  token: string
}

const read = async <Body>(url: string, how: RequestInit = {}): Promise<Body> => (await fetch(url, how)).json()

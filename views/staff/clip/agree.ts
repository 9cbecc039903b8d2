import { clipStatus } from '#src/clips/contract.ts'
import { signerRefusals } from '#src/clips/rules/consent.ts'
import type { FeedbackText } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

interface Agreed {
  feedback: FeedbackText
  status: number
}

/** Saves the consent of the staff user as a signer. The box must be ticked, also without a script. */
export const agreeToConsent = async ({ modules, staff }: StaffContext, { fields }: Form): Promise<Agreed> => {
  if (fields.agreed !== 'yes')
    return { feedback: { tone: 'problem', text: 'Tick the box to say that you agree.' }, status: 422 }
  const version = /^\d{1,6}$/.test(fields.version ?? '') ? Number(fields.version) : 0
  const saved = await modules.clips.giveOwnConsent(version, staff)
  return saved.ok
    ? { feedback: { tone: 'good', text: 'Your consent is saved. You can record now.' }, status: 200 }
    : {
        feedback: { tone: 'problem', text: signerRefusals[saved.reason].message },
        status: clipStatus[saved.reason],
      }
}

import { previewSecretRotation, rotateConsumerSecret } from '#src/schools/consumers.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { consumerMessages, consumerRefusals, describeSecretRotation } from '#src/schools/rules/consumer.ts'
import { ask, confirmationIn, done, refused } from '../../answer.ts'
import type { Form, LocalPath } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

const refuse = (reason: 'consumer_not_found' | 'reason_required') =>
  refused(reason, consumerRefusals[reason], schoolStatus[reason])

/**
 * Makes a new secret for the key that the form names, and leads to `to`, which shows it once. Asks for confirmation
 * first, because the school's administrator must enter the new secret.
 */
export const rotateSecret = async ({ app, staff }: StaffContext, form: Form, to: LocalPath) => {
  const key = (form.fields.key ?? '').trim()
  const preview = await previewSecretRotation(app, key, staff)
  if (!preview) return refuse('consumer_not_found')
  const question = {
    title: 'Make a new secret?',
    says: describeSecretRotation(preview),
    button: 'Make a new secret',
    isDangerous: true,
    needsReason: true,
  }
  const confirmation = confirmationIn(form)
  if (!confirmation) return ask(question)
  const result = await rotateConsumerSecret(app, key, staff, confirmation.reason)
  if (result.ok) return done(to, consumerMessages.rotated, { shows: { key, secret: result.secret } })
  return result.reason === 'reason_required' ? ask(question, refuse(result.reason)) : refuse(result.reason)
}

import { randomBytes } from 'node:crypto'
import { formBody, signPairs } from '../support/sign.ts'
import type { Request } from './load.ts'

/** Returns the form of a launch from the school of demo mode, signed now. It works once. */
export const signedLaunch = (base: string, course: string, user: string): string => {
  const fields = {
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    oauth_consumer_key: 'twa_demo',
    resource_link_id: 'bench',
    context_id: course,
    context_title: 'American Sign Language 1',
    user_id: user,
    roles: 'Learner',
    lis_person_name_full: 'Ana Íñiguez',
    lis_person_contact_email_primary: `${user}@school.example`,
    tool_consumer_info_product_family_code: 'canvas',
    launch_presentation_locale: 'en',
    launch_presentation_document_target: 'iframe',
  }
  const how = {
    secret: 'demo-secret',
    timestamp: Math.floor(Date.now() / 1000),
    nonce: randomBytes(12).toString('hex'),
  }
  return formBody(signPairs(`${base}/lti/launch`, Object.entries(fields), how))
}

const STUDENTS = 200

/** Launches of returning students into some courses, signed now; each works once. */
export const signedLaunches =
  (base: string, courses: number) =>
  (amount: number): Request[] =>
    Array.from({ length: amount }, (_, i) => {
      const body = signedLaunch(base, `bench-${courses}-${i % courses}`, `student-${i % STUDENTS}`)
      return { method: 'POST', path: '/lti/launch', body }
    })

import { Island } from '../island-host.tsx'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import CloseRegistration from './close-registration.island.tsx'

/** Shown after dynamic registration. Staff still have to switch the platform on. */
export const RegistrationDone = ({ issuer, site }: { issuer: string; site: Site }) => (
  <Message title="Registered" site={site}>
    <p className="lead">{issuer} is now registered with Signbook.</p>
    <p>We will review your LMS, turn it on, and email you. You may also need to turn on the tool in your LMS.</p>
    <Island of={CloseRegistration} props={{}} eager />
  </Message>
)

import { Island } from '../island-host.tsx'
import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'
import CloseRegistration from './close-registration.island.tsx'

/** The LMS knows us now; what is left is ours to do. */
export const RegistrationDone = ({ issuer, site }: { issuer: string; site: Site }) => (
  <Message title="Registered" site={site}>
    <p className="lead">{issuer} and Signbook know each other now.</p>
    <p>
      We switch your LMS on after a look at it, and write to you. In your LMS you may have to switch the tool on as
      well.
    </p>
    <Island of={CloseRegistration} props={{}} eager />
  </Message>
)

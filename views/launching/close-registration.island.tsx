import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** Asks the LMS to close its window (LTI Dynamic Registration §3.6.2). Without JavaScript the administrator does. */
const CloseRegistration = ({ label, byHand }: { label: string; byHand: string }) => {
  const hydrated = useHydrated()
  if (!hydrated) return <p className="soft">{byHand}</p>
  return (
    <Button
      onClick={() => (window.opener ?? window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*')}
      type="button"
    >
      {label}
    </Button>
  )
}

export default island('launching/close-registration', CloseRegistration)

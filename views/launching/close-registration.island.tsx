import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** Tells the LMS that its window may go (LTI Dynamic Registration §3.6.2). Without a script a person closes it. */
const CloseRegistration = () => {
  const hydrated = useHydrated()
  if (!hydrated) return <p className="soft">You can close this window.</p>
  return (
    <Button
      onClick={() => (window.opener ?? window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*')}
      type="button"
    >
      Close
    </Button>
  )
}

export default island('launching/close-registration', CloseRegistration)

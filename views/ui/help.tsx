import { shownPhone } from '#src/domain/phone.ts'
import type { Site } from '../screen.ts'
import { still } from './still.ts'

interface HelpProps {
  support: Site['support']
  reference?: string
}

/** How to reach a person, always in the same corner, and never by voice (rules.md G, Contact without voice). */
export const Help = ({ support, reference }: HelpProps) => {
  const subject = reference ? `?subject=${encodeURIComponent(`Signbook ${reference}`)}` : ''
  return <div className="help" {...still(Ways, support, { mail: `mailto:${support.email}${subject}` })} />
}

const Ways = ({ email, videophone, sms, mail }: Site['support'] & { mail: string }) => (
  <>
    <span>Need help?</span>
    <a href={mail}>{email}</a>
    {videophone && <span>Videophone {shownPhone(videophone)}</span>}
    {sms && <a href={`sms:${sms}`}>Text {shownPhone(sms)}</a>}
  </>
)

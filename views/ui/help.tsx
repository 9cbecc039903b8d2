import { shownPhone } from '#src/core/rules/format-phone.ts'
import type { Site } from '../screen.ts'

interface HelpProps {
  support: Site['support']
  reference?: string
}

/** Ways to reach a person, always in the same corner, and never by voice. */
export const Help = ({ support: { email, videophone, sms }, reference }: HelpProps) => {
  const subject = reference ? `?subject=${encodeURIComponent(`Signbook ${reference}`)}` : ''
  return (
    <div className="help">
      <span>Need help?</span>
      <a href={`mailto:${email}${subject}`}>{email}</a>
      {videophone && <span>Videophone {shownPhone(videophone)}</span>}
      {sms && <a href={`sms:${sms}`}>Text {shownPhone(sms)}</a>}
    </div>
  )
}

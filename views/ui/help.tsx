import type { Site } from '../screen.ts'

/** How to reach a person, always in the same corner, and never by voice (rules.md G, Contact without voice). */
export const Help = ({ support, reference }: { support: Site['support']; reference?: string }) => (
  <div className="help">
    <span>Need help?</span>
    <a href={`mailto:${support.email}${reference ? `?subject=${encodeURIComponent(`Signbook ${reference}`)}` : ''}`}>
      {support.email}
    </a>
    {support.videophone && <span>Videophone {support.videophone}</span>}
    {support.sms && <a href={`sms:${support.sms}`}>Text {support.sms}</a>}
  </div>
)

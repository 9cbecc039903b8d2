import type { ReactNode } from 'react'
import type { SiteNotice } from '#src/messages/rules/site-notice.ts'
import { paths } from '../paths.ts'
import { LegalLink } from '../ui/legal-link.tsx'
import { Mark } from '../ui/public-page.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'

/** Bar at the top of public pages. Its child is at the end of the line. */
export const Bar = ({ children }: { children?: ReactNode }) => (
  <header className="bar">
    <a className="brand" href={paths.home}>
      <Mark size={28} />
      Signbook
    </a>
    {children}
  </header>
)

/** Red alert with the site notice. After a dismissal this browser does not show it again; a new notice appears. */
export const SiteAlert = ({ notice, url }: { notice: SiteNotice; url: string }) => {
  const inSpanish = useLanguage() === 'es' ? notice.textEs : null
  return (
    <form method="post" action={paths.dismiss} className="alert site-alert">
      <p role="alert" lang={inSpanish ? 'es' : 'en'}>
        {inSpanish ?? notice.text}
      </p>
      <input type="hidden" name="id" value={notice.id} />
      <input type="hidden" name="back" value={url} />
      <button type="submit" className="button button-quiet button-small">
        {useTexts('ui').dismiss}
      </button>
    </form>
  )
}

/** Says on every page of a copy that nothing leaves it. */
export const CopyNotice = ({ text }: { text: string }) => <p className="alert site-alert">{text}</p>

/** Footer of every page. The links open as dialogs on pages with an island, else as pages. */
export const Footer = () => (
  <footer className="footer">
    <span>© Signbook</span>
    <LegalLink to="terms" />
    <LegalLink to="privacy" />
  </footer>
)

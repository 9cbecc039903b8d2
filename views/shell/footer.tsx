import { paths } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { useLanguage, useTexts } from '../ui/texts.ts'

/** Footer of every page. The links open as dialogs on pages with an island, else as pages. */
export const Footer = () => {
  const texts = useTexts('ui')
  const language = useLanguage()
  return (
    <footer className="footer">
      <span>© Signbook</span>
      <a href={inLanguage(paths.terms, language)} target="_blank" data-dialog="terms" rel="noopener">
        {texts.terms}
      </a>
      <a href={inLanguage(paths.privacy, language)} target="_blank" data-dialog="privacy" rel="noopener">
        {texts.privacy}
      </a>
    </footer>
  )
}

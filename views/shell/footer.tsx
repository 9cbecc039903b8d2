import { paths } from '../paths.ts'
import { useTexts } from '../ui/texts.ts'

/** Footer of every page. The links open as dialogs on pages with an island, else as pages. */
export const Footer = () => {
  const texts = useTexts('ui')
  return (
    <footer className="footer">
      <span>© Signbook</span>
      <a href={paths.terms} target="_blank" data-dialog="terms" rel="noopener">
        {texts.terms}
      </a>
      <a href={paths.privacy} target="_blank" data-dialog="privacy" rel="noopener">
        {texts.privacy}
      </a>
    </footer>
  )
}

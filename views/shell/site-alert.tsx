import type { SiteNotice } from '#src/messages/rules/site-notice.ts'
import { paths } from '../paths.ts'
import { useTexts } from '../ui/texts.ts'

/** Red alert with the site notice. After a dismissal this browser does not show it again; a new notice appears. */
export const SiteAlert = ({ notice, url }: { notice: SiteNotice; url: string }) => (
  <form method="post" action={paths.dismiss} className="alert site-alert">
    <p role="alert">{notice.text}</p>
    <input type="hidden" name="id" value={notice.id} />
    <input type="hidden" name="back" value={url} />
    <button type="submit" className="button button-quiet button-small">
      {useTexts('ui').dismiss}
    </button>
  </form>
)

import { webOrigin } from '#src/core/rules/web-addresses.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { TwoMugs } from '../ui/pictures/page-pictures.tsx'
import { Message } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Page for mentors and observers. They do not pay, and no enrollment is saved for them. */
export const ltiObserver = screen({
  path: paths.ltiObserver,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ query, language }) =>
    // The address names the LMS that may frame the page. It has no controls and shows no personal data.
    page(
      {},
      {
        title: textsIn(language).launch.observer.tab,
        framedBy: { lms: [webOrigin(query.lms) ?? []].flat() },
      },
    ),
  View: ({ site }) => {
    const texts = useServerTexts('launch').observer
    return (
      <Message
        title={texts.title}
        picture={<TwoMugs />}
        site={site}
        help={<HelpWithClip support={site.support} slot="observer" letter={texts.letter} toTeacher />}
      >
        <p className="lead">{texts.viewing}</p>
        <p>{texts.nothingNeeded}</p>
        <p>{texts.areYouStudent}</p>
      </Message>
    )
  },
})

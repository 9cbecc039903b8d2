import { webOrigin } from '#src/core/rules/web-addresses.ts'
import { visitors } from '#src/lti/rules/launch.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { TwoMugs } from '../ui/pictures/page-pictures.tsx'
import { Message } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Page for mentors, people without a role and launches outside a course. Nobody pays, and no row is saved. */
export const ltiObserver = screen({
  path: paths.ltiObserver,
  access: 'public',
  chrome: 'bare',
  translated: true,
  load: async ({ query, language }) => {
    const as = visitors.find(visitor => visitor === query.as) ?? 'observer'
    // The address names the LMS that may frame the page. It has no controls and shows no personal data.
    return page(
      { as },
      {
        title: textsIn(language).launch.visitors[as].tab,
        framedBy: { lms: [webOrigin(query.lms) ?? []].flat() },
      },
    )
  },
  View: ({ data: { as }, site }) => {
    const { tab: _, title, what, letter, ...texts } = useServerTexts('launch').visitors[as]
    return (
      <Message
        title={title}
        picture={<TwoMugs />}
        site={site}
        help={<HelpWithClip support={site.support} slot="observer" letter={letter} toTeacher />}
      >
        <p className="lead">{what}</p>
        {Object.values(texts).map(text => (
          <p key={text}>{text}</p>
        ))}
      </Message>
    )
  },
})

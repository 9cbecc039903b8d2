import type { Content, LegalText } from '#src/signs/rules/content.ts'
import { paths } from '../paths.ts'
import { type LocalPath, page, screen } from '../screen.ts'
import { Html } from '../ui/html.tsx'

const legal = (path: LocalPath, text: (content: Content) => LegalText) =>
  screen<LegalText>({
    path,
    access: 'public',
    chrome: 'bar',
    load: async ({ content }) => page(text(content), { title: text(content).title }),
    View: ({ data }) => (
      <article className="prose">
        <h1>{data.title}</h1>
        <p className="soft">Version of {data.version}</p>
        <Html html={data.html} />
      </article>
    ),
  })

/** Pages with the texts of the two dialogs, for links and for browsers without JavaScript. */
export const terms = legal(paths.terms, content => content.terms)
export const privacy = legal(paths.privacy, content => content.privacy)

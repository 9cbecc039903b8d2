import type { Language } from '#src/core/rules/languages/language.ts'
import { type About, contentText } from '#src/signs/rules/content.ts'
import { dictionaryMessages } from '#src/signs/rules/dictionary.ts'
import { pageExpired, pageExpiredTitle } from '#src/signs/rules/teacher.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { ContentNotice } from '../ui/content-notice.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import Dictionary from './dictionary.island.tsx'
import { loadDictionary } from './load.ts'
import type { DictionaryProps } from './props.ts'

interface Data {
  dictionary: DictionaryProps
  about: { text: About; language: Language }
}

/** Public dictionary with all units. Needs no launch. A page that embeds it may frame it. */
export const dictionary = screen<Data>({
  path: paths.dictionary,
  access: 'public',
  chrome: 'bare',
  load: async context => {
    const props = await loadDictionary(context, { action: paths.dictionary, kept: {} })
    const about = props.open?.gloss ?? props.term
    return page(
      { dictionary: props, about: contentText(context.content, 'about', context.language) },
      { title: [about, dictionaryMessages.title].filter(Boolean).join(' · '), framedBy: { lms: [] } },
    )
  },
  View: ({ data }) => (
    <div className="wide">
      <PageHeader title="Sign dictionary" about="All units, open to everyone">
        <a href={paths.fingerspelling}>Fingerspelling</a>
      </PageHeader>
      <Island of={Dictionary} props={data.dictionary} />
      <ContentNotice about={data.about} />
    </div>
  ),
})

/** Dictionary inside a course, opened by a launch. Shows no header, because the LMS has one. */
export const ltiWts = screen<Data | null>({
  path: paths.ltiWts,
  access: 'public',
  chrome: 'bare',
  load: async context => {
    const { token = '', state = '' } = context.query
    const opened = await context.modules.access.findOpenLaunch(token, state)
    if (opened?.app !== 'wts') {
      const lms = await context.modules.access.findFramers(token)
      return page(null, { title: pageExpiredTitle, status: 410, framedBy: { lms } })
    }
    const props = await loadDictionary(context, { action: paths.ltiWts, kept: { state, token } })
    return page(
      { dictionary: props, about: contentText(context.content, 'about', context.language) },
      { title: dictionaryMessages.title, framedBy: { lms: opened.framers } },
    )
  },
  View: ({ data, site }) =>
    data ? (
      <div className="wide embedded">
        <h1 className="visually-hidden">{dictionaryMessages.title}</h1>
        <Island of={Dictionary} props={data.dictionary} />
        <ContentNotice about={data.about} />
      </div>
    ) : (
      <Message title={pageExpiredTitle} site={site}>
        <p>{pageExpired(site.support.email)}</p>
      </Message>
    ),
})

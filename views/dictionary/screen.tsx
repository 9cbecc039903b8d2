import { findOpenLaunch } from '#src/access/tokens.ts'
import { contentText } from '#src/signs/rules/content.ts'
import { listCourseLists } from '#src/signs/sign-lists.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { Expired, expiredPage } from '../teacher/frame.tsx'
import { LearningLinks } from '../ui/learning-links.tsx'
import { ContentNotice, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { DictionaryArea } from './area.tsx'
import { loadDictionary, statusOf } from './load.ts'

const load = async (context: ScreenContext) => {
  const dictionary = await loadDictionary(context, { action: paths.dictionary, kept: {} })
  const shown = dictionary.open?.gloss ?? dictionary.term
  return page(
    { dictionary, about: contentText(context.content, 'about', context.language) },
    {
      title: [shown, textsIn(context.language).dictionary.title].filter(Boolean).join(' · '),
      status: statusOf(dictionary),
      framedBy: { lms: [] },
    },
  )
}

/** Public dictionary with all units. Needs no launch. A page that embeds it may frame it. */
export const dictionary = screen({
  path: paths.dictionary,
  ...barePage,
  styles: 'signs',
  linksStaff: true,
  load,
  View: ({ data }) => <Public {...data} />,
})

const Public = ({ dictionary, about }: DataOf<typeof load>) => {
  const texts = useTexts('dictionary')
  return (
    <div className="wide">
      <PageHeader title={texts.heading} about={texts.aboutDictionary}>
        <LearningLinks here="dictionary" />
      </PageHeader>
      <DictionaryArea {...dictionary} />
      <ContentNotice about={about} />
    </div>
  )
}

const loadInCourse = async (context: ScreenContext) => {
  const { token = '', state = '' } = context.query
  const opened = await findOpenLaunch(context.app, token, state)
  if (opened?.app !== 'wts') return expiredPage(context)
  const language = opened.language ?? context.language
  const dictionary = await loadDictionary(context, { action: paths.ltiWts, kept: { state, token } })
  const lists = await listCourseLists(context.app, opened.courseId)
  return page(
    { dictionary, about: contentText(context.content, 'about', language), lists },
    {
      title: textsIn(language).dictionary.title,
      status: statusOf(dictionary),
      language,
      framedBy: { lms: opened.framers },
    },
  )
}
type CourseData = NonNullable<DataOf<typeof loadInCourse>>

/** Dictionary inside a course, opened by a launch. Shows no header, because the LMS has one. */
export const ltiWts = screen({
  path: paths.ltiWts,
  ...barePage,
  styles: 'signs',
  load: loadInCourse,
  View: ({ data, site }) => (data ? <Embedded {...data} /> : <Expired site={site} />),
})

const Embedded = ({ dictionary, about, lists }: CourseData) => (
  <div className="wide embedded">
    <h1 className="visually-hidden">{useTexts('dictionary').title}</h1>
    <LearningLinks here="dictionary" />
    <CourseLists lists={lists} />
    <DictionaryArea {...dictionary} />
    <ContentNotice about={about} />
  </div>
)

/** Links to the lists of a course, for its students. */
const CourseLists = ({ lists }: Pick<CourseData, 'lists'>) => {
  const texts = useServerTexts('lists')
  if (lists.length === 0) return null
  return (
    <nav className="course-lists" aria-label={texts.fromTeacher}>
      <p className="suggestions-title">{texts.fromTeacher}</p>
      <ul className="suggestions">
        {lists.map(({ name, link }) => (
          <li key={link}>
            <a className="pill" href={hrefs.deckOfList(link)} target="_blank" rel="noopener" dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import type { Language } from '#src/core/rules/language.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { checkCourseForTeacher } from '#src/desk/reports.ts'
import { contentText, type Faq, type HowToGroup, type Resource } from '#src/signs/rules/content.ts'
import { openTeacherPage } from '#src/signs/teacher-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { DictionaryArea } from '../dictionary/area.tsx'
import { loadDictionary, statusOf } from '../dictionary/load.ts'
import type { Launch } from '../learn-paths.ts'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { Html } from '../ui/html.tsx'
import { CourseNotice } from '../ui/notice.tsx'
import { ContentNotice } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import { Expired, expiredPage, noticeOf, TeacherFrame } from './frame.tsx'
import { LESSON } from './lesson-view.tsx'
import { Units } from './units.tsx'

const load = async (context: ScreenContext) => {
  const { token = '', state = '', tab: asked, unit, lesson, item, view } = context.query
  const { app, language: visitor } = context
  const place = { tab: asked, unit, lesson, view }
  const found = await openTeacherPage(app, { token, state, ...place, visitor, keepsPlace: true })
  if (!found) return expiredPage(context)
  const { opened, language, content } = found
  const { tab } = content
  const search = { action: paths.ltiTeacher, kept: { state, token, tab }, units: opened.units }
  const dictionary = tab === 'signs' ? await loadDictionary(context, search) : null
  const { teacher, sentences } = textsIn(language)
  return page(
    {
      page: found,
      launch: { token, state },
      dictionary,
      /** The guide named in the address. */
      item,
      /** Steps to prepare the course. The first tab and the map list them, the others say how many are left. */
      steps: await checkCourseForTeacher(app, opened.courseId, language),
      courseNotice: noticeOf(opened, { ...context, language }),
      about: contentText(context.content, 'about', language),
    },
    {
      title: `${teacher.tabs[tab]} · ${courseName(opened, sentences.yourCourse)}`,
      status: dictionary ? statusOf(dictionary) : 200,
      language,
      framedBy: { lms: opened.framers },
    },
  )
}
type TeacherData = NonNullable<DataOf<typeof load>>

/**
 * Teacher page: five tabs, each with its own address. Without a tab it opens where the teacher left, the first time the
 * course map. Needs a launch from the last two hours; without one it shows only the expired message.
 */
export const teacher = screen({
  path: [paths.ltiTeacher, paths.ltiTeacherOld, paths.teacher],
  ...barePage,
  styles: 'teach',
  load,
  View: ({ data, site }) => (data ? <TeacherView data={data} site={site} /> : <Expired site={site} />),
})

/** The content of the open tab, below what is to be done for the course. */
const TeacherView = ({ data, site }: { data: TeacherData; site: Site }) => {
  const { opened, content } = data.page
  const { yourCourse } = useServerTexts('sentences')
  return (
    <TeacherFrame
      course={courseName(opened, yourCourse)}
      here={content.tab}
      launch={data.launch}
      contextId={opened.contextId}
      steps={data.steps}
      showsSteps={content.tab === 'signs' || (content.tab === 'units' && content.chosen === null)}
      skipsTo={content.tab === 'units' && content.unit ? LESSON : undefined}
      site={site}
    >
      <h2 className="visually-hidden">{useTexts('teacher').tabs[content.tab]}</h2>
      <CourseNotice notice={data.courseNotice} />
      <Tab data={data} />
      <ContentNotice about={data.about} />
    </TeacherFrame>
  )
}

const Tab = ({ data }: { data: TeacherData }) => {
  const { content, opened } = data.page
  switch (content.tab) {
    case 'signs':
      return data.dictionary && <DictionaryArea {...data.dictionary} />
    case 'units':
      return <Units allowed={opened.units} {...content} launch={data.launch} />
    case 'resources':
      return <Resources resources={content.resources} />
    case 'how-to':
      return <HowTo groups={content.groups} launch={data.launch} item={data.item} />
    case 'faqs':
      return <Faqs faqs={content.faqs} language={content.language} />
    default:
      return content satisfies never
  }
}

/** All guides in groups, which are in English, or the one guide named in the address, which is also the text of its dialog. */
const HowTo = ({ groups, launch, item }: { groups: HowToGroup[]; launch: Launch; item: string | undefined }) => {
  const texts = useTexts('teacher')
  const shown = groups.filter(g => g.type === 'modal').flatMap(g => g.items.filter(i => i.slug === item))[0]
  if (shown)
    return (
      <>
        <p>
          <a href={hrefs.teacher(launch, { tab: 'how-to' })}>{texts.allGuides}</a>
        </p>
        <article className="prose" lang="en">
          <h3 data-title>{shown.title}</h3>
          <Html html={shown.content} />
        </article>
      </>
    )
  return (
    <div className="guides">
      {groups.map(({ title, type, items }) => (
        <section key={title} className="guide-group">
          <h3 lang="en">{title}</h3>
          <ul>
            {items.map(({ title, slug, content }) => (
              <li key={slug}>
                {type === 'modal' ? (
                  <a href={hrefs.teacher(launch, { tab: 'how-to', item: slug })} data-dialog="guide" lang="en">
                    {title}
                  </a>
                ) : (
                  <a href={content} target="_blank" rel="noopener">
                    <span lang="en">{title}</span> <span aria-hidden="true">↗</span>
                    <span className="visually-hidden">{texts.otherSite}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Resource cards, already sorted by name. Content is in English. */
const Resources = ({ resources }: { resources: Resource[] }) => {
  const { open, readHere } = useTexts('teacher')
  return (
    <ul className="resources">
      {resources.map(resource => (
        <li key={resource.name} className="resource">
          <h3 lang="en">{resource.name}</h3>
          <Html html={resource.description} lang="en" />
          {resource.text && (
            <details>
              <summary>
                {readHere}
                <span className="visually-hidden" lang="en">
                  {' '}
                  {resource.name}
                </span>
              </summary>
              <Html html={resource.text} lang="en" />
            </details>
          )}
          {resource.link && (
            <a className="button button-quiet" href={resource.link} target="_blank" rel="noopener">
              {open}
              <span className="visually-hidden" lang="en">
                {' '}
                {resource.name}
              </span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Native accordion: one answer at a time, the first one open. */
const Faqs = ({ faqs, language }: { faqs: Faq[]; language: Language }) => (
  <div className="faqs" lang={language}>
    {faqs.map((faq, i) => (
      <details key={faq.question} name="faq" open={i === 0}>
        <summary>{faq.question}</summary>
        <Html html={faq.answer} />
      </details>
    ))}
  </div>
)

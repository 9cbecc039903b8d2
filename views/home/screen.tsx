import { type Season, seasonAt } from '#src/core/rules/business-day.ts'
import { handPicture } from '#src/signs/rules/fingerspelling/hand-picture.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { hrefs, paths } from '../paths.ts'
import { page, publicPage, type Site, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { learningPages } from '../ui/learning-links.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { LampAndBook } from '../ui/pictures/page-pictures.tsx'
import { Card, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** Says what this is, to students, teachers and schools. Signed-out visitors of most staff pages come here, too. */
export const home = screen<{ season: Season }>({
  path: paths.home,
  ...publicPage,
  load: async ({ language, now, site }) =>
    page({ season: seasonAt(now, site.timezone) }, { title: textsIn(language).home.welcome }),
  View: ({ data, site }) => <Home season={data.season} site={site} />,
})

const Home = ({ season, site }: { season: Season; site: Site }) => {
  const texts = useServerTexts('home')
  return (
    <div className="wide">
      <PageHeader title={texts.title} about={texts.about} />
      <div className="home-cards">
        <Card>
          <h2>{texts.forStudents}</h2>
          <p className="lead">{texts.askTeacher}</p>
          <p>{texts.insideLms}</p>
          <LampAndBook season={season} />
        </Card>
        <LearningTiles />
        <Card>
          <h2>{texts.forTeachers}</h2>
          <p>{texts.teachers}</p>
        </Card>
        <Card>
          <h2>{texts.forSchools}</h2>
          <p>{texts.schools}</p>
          <ul>
            <li>
              <a href={`mailto:${site.support.email}`}>{texts.writeToUs}</a>
            </li>
            <li>
              <a href={paths.privacy}>{texts.privacy}</a>
            </li>
          </ul>
        </Card>
      </div>
      <div className="home-foot">
        <HelpWithClip support={site.support} slot="home" />
        <a href={hrefs.login()}>{texts.staffLogIn}</a>
      </div>
    </div>
  )
}

/** The learning pages as tiles, each with the drawn hand of the first letter of its name. */
const LearningTiles = () => {
  const texts = useServerTexts('sentences').learn
  return (
    <nav className="learning-tiles" aria-label={texts.label}>
      {learningPages.map(page => (
        <PageLink key={page} to={paths[page]}>
          <img src={handPicture(texts[page].slice(0, 1))} alt="" width="96" height="96" />
          {texts[page]}
        </PageLink>
      ))}
    </nav>
  )
}

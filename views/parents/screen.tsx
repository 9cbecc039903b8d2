import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { courseName, requiredProducts } from '#src/courses/rules/course.ts'
import { studentDates } from '#src/payments/rules/pay-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '../paths.ts'
import { page, publicPage, type ScreenContext, screen } from '../screen.ts'
import { SignedHelp } from '../signed-help/signed-help.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { TwoMugs } from '../ui/pictures/page-pictures.tsx'
import { Card, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts } from '../ui/texts.ts'

/** For parents of K-12 students: what the school bought, what we keep, whom to ask. With a token, of that course. */
export const parents = screen({
  path: paths.parents,
  ...publicPage,
  load: async context => {
    const { app, query, language } = context
    const found = query.token ? await findEntitlement(app, query.token) : null
    return page(found && boughtFor(found, context), { title: textsIn(language).parents.title })
  },
  View: ({ data, site }) => {
    const texts = useServerTexts('parents')
    return (
      <div className="column">
        <PageHeader title={texts.title} about={data?.course ?? texts.general} />
        <Card>
          <TwoMugs />
          <WhatWasBought bought={data} />
        </Card>
        <Card>
          <h2>{texts.keep}</h2>
          <List lines={[texts.fromSchool, texts.access, texts.questions]} />
          <p>{texts.signsNotKept}</p>
          <p className="lead">{texts.notKept}</p>
        </Card>
        <Card>
          <h2>{texts.rights}</h2>
          <List lines={[texts.consent, texts.review]} />
          <p>
            <PageLink to={paths.privacy}>{texts.readPolicy}</PageLink>
          </p>
        </Card>
        <Card>
          <h2>{texts.whom}</h2>
          <List lines={[texts.teacher, texts.school, texts.us]} />
          <p>
            <a href={`mailto:${site.support.email}`}>{site.support.email}</a>
          </p>
          <SignedHelp slots={['parents']} />
        </Card>
      </div>
    )
  },
})

/** The course of a child. Names neither the child nor a code, as anybody may read over a shoulder. */
const boughtFor = (entitlement: Entitlement, { now, site, language }: ScreenContext) => {
  const { course, school } = entitlement
  return {
    school: school.name,
    course: courseName(course, textsIn(language).sentences.yourCourse),
    products: requiredProducts(course).map(product => product.name),
    until: studentDates(entitlement, now, site.timezone, language).accessEnds,
    takesCards: school.acceptsPayment,
  }
}

const WhatWasBought = ({ bought }: { bought: ReturnType<typeof boughtFor> | null }) => {
  const texts = useServerTexts('parents')
  return (
    <>
      <h2>{texts.bought}</h2>
      <p className="lead">{bought ? texts.chose(bought.school, bought.course) : texts.choseGeneral}</p>
      <p>{texts.whatItIs}</p>
      {bought && (
        <>
          {bought.products.length > 0 && (
            <div>
              <p>{texts.products}</p>
              <List lines={bought.products} />
            </div>
          )}
          <p>{texts.until(bought.until)}</p>
          <p>{bought.takesCards ? texts.cards : texts.codes}</p>
        </>
      )}
    </>
  )
}

const List = ({ lines }: { lines: string[] }) => (
  <ul className="bulleted">
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

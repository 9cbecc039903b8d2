import type { AuditEntry } from '#src/core/rules/audit.ts'
import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { checkSchool, describeSchool } from '#src/desk/reports.ts'
import type { SchoolOverview, SchoolReadiness } from '#src/desk/rules/school-reports.ts'
import { findRejectedGradesOf } from '#src/lti/grades.ts'
import type { RejectedGrades } from '#src/lti/rules/grade.ts'
import { listInvitations, type WaitingInvite } from '#src/schools/registrations.ts'
import type { SchoolFacts, SeatLink } from '#src/schools/rules/school-facts.ts'
import { findSchool } from '#src/schools/schools.ts'
import { listSeatLinks } from '#src/schools/seat-links.ts'
import type { Site } from '../../screen.ts'
import { Beside } from '../../ui/office-page.tsx'
import { History, historyOf } from '../history.tsx'
import { WaitingInvitations } from '../platforms/invitations.tsx'
import { type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'
import { AboutSchool, Connections, DefaultProducts, SchoolNotes } from './about.tsx'
import { SchoolCourses, SchoolLaunches, SchoolSeats, SchoolSteps, SeatLinks } from './activity.tsx'

export interface SchoolPage {
  school: SchoolFacts
  overview: SchoolOverview
  readiness: SchoolReadiness
  rejectedGrades: RejectedGrades | null
  /** Products that its new courses may start with. */
  choices: Product[]
  /** Invitations for it that wait. */
  invitations: WaitingInvite[]
  /** Links to the seat page that work. */
  seatLinks: SeatLink[]
  history: AuditEntry[]
  /** False: students who sign up with a hosted school are not enrolled. */
  hasCanvas: boolean
  rights: Rights
}

/** Loads what the page of a school shows, and the look-up that leads to it. */
export const loadSchool = async (context: StaffContext, id: number): Promise<SchoolPage | null> => {
  const { app, staff } = context
  const school = await findSchool(app, id, staff)
  if (!school) return null
  const rights = rightsOf(staff)
  const { consumers, deployments } = school.connections
  const overview = await describeSchool(app, id)
  const products = rights.manage ? await listProducts(app.db) : []
  const free = products.filter(p => p.isFree && overview.defaults.includes(p.productCode))
  return {
    school,
    overview,
    readiness: await checkSchool(app, id),
    rejectedGrades: await findRejectedGradesOf(app.db, { kind: 'school', id }),
    choices: [...productChoices(products), ...free],
    invitations: rights.manage ? (await listInvitations(app, staff)).filter(i => i.note === school.name) : [],
    seatLinks: rights.everywhere ? await listSeatLinks(app, id) : [],
    history: rights.everywhere ? await historyOf(context, [{ kind: 'school', id }, ...consumers, ...deployments]) : [],
    hasCanvas: app.canvas !== null,
    rights,
  }
}

interface SchoolPanelProps {
  data: SchoolPage
  site: Site
  /** The page was opened to change the settings. */
  isForSettings?: boolean
}

/** One school. Its forms lead to its own page. */
export const SchoolPanel = ({ data, site, isForSettings = false }: SchoolPanelProps) => {
  const { rights } = data
  return (
    <Beside>
      <div>
        <AboutSchool data={data} timezone={site.timezone} isOpen={isForSettings} />
        <Connections data={data} timezone={site.timezone} />
        {data.invitations.length > 0 && <WaitingInvitations invitations={data.invitations} timezone={site.timezone} />}
        <SchoolCourses data={data} timezone={site.timezone} />
        <SchoolSeats data={data} timezone={site.timezone} />
      </div>
      <div>
        <SchoolSteps data={data} />
        <SchoolLaunches data={data} />
        {rights.everywhere && <DefaultProducts data={data} />}
        {rights.everywhere && <SeatLinks data={data} site={site} />}
        {rights.everywhere && <SchoolNotes data={data} />}
        {rights.everywhere && <History entries={data.history} />}
      </div>
    </Beside>
  )
}

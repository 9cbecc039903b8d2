import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import { checkSchool, describeSchool } from '#src/desk/reports.ts'
import { findRejectedGradesOf } from '#src/lti/grades.ts'
import { listInvitations } from '#src/schools/registrations.ts'
import { findSchool } from '#src/schools/schools.ts'
import { listSeatLinks } from '#src/schools/seat-links.ts'
import { Beside } from '../../ui/office-page.tsx'
import { History, historyOf } from '../history.tsx'
import { WaitingInvitations } from '../platforms/invitations.tsx'
import { rightsOf, type StaffContext, useRights } from '../staff-screen.ts'
import { AboutSchool, Connections, DefaultProducts, SchoolNotes } from './about.tsx'
import { SchoolCourses, SchoolLaunches, SchoolSeats, SchoolSteps, SeatLinks } from './activity.tsx'

/** Loads what the page of a school shows, and the look-up that leads to it. */
export const loadSchool = async (context: StaffContext, id: number) => {
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
    /** Products that its new courses may start with. */
    choices: [...productChoices(products), ...free],
    /** Invitations for it that wait. */
    invitations: rights.manage ? (await listInvitations(app, staff)).filter(i => i.note === school.name) : [],
    /** Links to the seat page that work. */
    seatLinks: rights.everywhere ? await listSeatLinks(app, id) : [],
    history: rights.everywhere ? await historyOf(context, [{ kind: 'school', id }, ...consumers, ...deployments]) : [],
    /** False: students who sign up with a hosted school are not enrolled. */
    hasCanvas: app.canvas !== null,
  }
}
export type SchoolPage = NonNullable<Awaited<ReturnType<typeof loadSchool>>>

interface SchoolPanelProps {
  data: SchoolPage
  /** The page was opened to change the settings. */
  isForSettings?: boolean
}

/** One school. Its forms lead to its own page. */
export const SchoolPanel = ({ data, isForSettings = false }: SchoolPanelProps) => {
  const { everywhere } = useRights()
  return (
    <Beside>
      <div>
        <AboutSchool data={data} isOpen={isForSettings} />
        <Connections data={data} />
        {data.invitations.length > 0 && <WaitingInvitations invitations={data.invitations} />}
        <SchoolCourses data={data} />
        <SchoolSeats data={data} />
      </div>
      <div>
        <SchoolSteps data={data} />
        <SchoolLaunches data={data} />
        {everywhere && <DefaultProducts data={data} />}
        {everywhere && <SeatLinks data={data} />}
        {everywhere && <SchoolNotes data={data} />}
        {everywhere && <History entries={data.history} />}
      </div>
    </Beside>
  )
}

import { listErased, markByHandDone } from './by-hand.ts'
import { eraseInactivePeople } from './delete-expired.ts'
import { erasePerson, viewPersonalData } from './erase-person.ts'
import { continueSchoolErasure, eraseSchool, viewSchools } from './erase-school.ts'
import { exportPerson, exportSchool } from './export-data.ts'
import type { App } from "#src/context.ts";

export { listLines as listErasureLines } from './reapply-erasures.ts'
export { mountPrivacyCalls } from './routes.ts'

export const makePrivacy = (app: App) => ({
  /** Days that each kind of data is kept. */
  retention: app.retention,
  deleteExpired: eraseInactivePeople(app),
  viewPersonalData: viewPersonalData(app),
  erasePerson: erasePerson(app),
  listErased: listErased(app),
  markByHandDone: markByHandDone(app),
  exportPerson: exportPerson(app),
  viewSchools: viewSchools(app),
  exportSchool: exportSchool(app),
  eraseSchool: eraseSchool(app),
  continueSchoolErasure: continueSchoolErasure(app),
})

export type Privacy = ReturnType<typeof makePrivacy>

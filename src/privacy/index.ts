import { listErased, markByHandDone } from './by-hand.ts'
import { eraseInactivePeople } from './delete-expired.ts'
import type { Deps } from './deps.ts'
import { erasePerson, viewPersonalData } from './erase-person.ts'
import { continueSchoolErasure, eraseSchool, viewSchools } from './erase-school.ts'
import { exportPerson, exportSchool } from './export-data.ts'

export { listLines as listErasureLines } from './reapply-erasures.ts'
export { mountPrivacyCalls } from './routes.ts'

export const makePrivacy = (deps: Deps) => ({
  /** Days that each kind of data is kept. */
  retention: deps.retention,
  deleteExpired: eraseInactivePeople(deps),
  viewPersonalData: viewPersonalData(deps),
  erasePerson: erasePerson(deps),
  listErased: listErased(deps),
  markByHandDone: markByHandDone(deps),
  exportPerson: exportPerson(deps),
  viewSchools: viewSchools(deps),
  exportSchool: exportSchool(deps),
  eraseSchool: eraseSchool(deps),
  continueSchoolErasure: continueSchoolErasure(deps),
})

export type Privacy = ReturnType<typeof makePrivacy>

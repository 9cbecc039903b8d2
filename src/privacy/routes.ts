import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { sendZipFile } from '#src/http/zip-file.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { exportPerson, exportSchool } from './export-data.ts'
import { erasureRefusals } from './rules/erasure.ts'
import { schoolErasureRefusals } from './rules/school-erasure.ts'

const refused = makeRefuser(contract.privacyStatus, { ...erasureRefusals, ...schoolErasureRefusals })

/** Mounts the downloads of personal data. The scope requires a signed-in staff user. */
export const mountPrivacyCalls = (scope: JsonScope, app: Needs<'clock' | 'db'>): void => {
  scope.get(paths.exportPerson, { schema: contract.exportPersonCall }, async ({ params, staff: by }, reply) => {
    const content = await exportPerson(app, params.id, by!)
    return content ? sendZipFile(reply, `person-${params.id}`, content) : refused(reply, refuse('person_not_found'))
  })

  scope.get(paths.exportSchool, { schema: contract.exportSchoolCall }, async ({ params, staff: by }, reply) => {
    const content = await exportSchool(app, params.id, by!)
    return content ? sendZipFile(reply, `school-${params.id}`, content) : refused(reply, refuse('school_not_found'))
  })
}

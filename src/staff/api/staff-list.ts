import type { JsonScope } from '#src/http/json-calls.ts'
import { listStaffCall, toWireStaffUser } from '../contract.ts'
import type { StaffModule } from '../index.ts'

export const mountStaffList = (scope: JsonScope, staff: Pick<StaffModule, 'listStaff'>): void => {
  scope.get('/api/users', { schema: listStaffCall }, async () => ({
    users: (await staff.listStaff()).map(toWireStaffUser),
  }))
}

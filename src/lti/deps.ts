import type { Clock } from '../clock.ts'
import type { Outbound } from '../gateways/outbound.ts'
import type { Pages } from '../http/pages.ts'
import type { Operations } from '../operations/index.ts'
import type { Database } from '../store/db.ts'
import type { Diary } from './diary.ts'
import type { SchoolSecretsFinder } from './school-secrets.ts'
import type { PlatformKeys } from './v1p3/platform-keys.ts'

export interface LtiDeps {
  db: Database
  clock: Clock
  operations: Operations
  pages: Pages
  diary: Diary
  secrets: SchoolSecretsFinder
  publicUrl: string
  /** Business time zone, for the dates of terms. */
  timezone: string
  demo: boolean
  platformKeys: PlatformKeys
  /** HTTP client for URLs from an LMS. */
  outbound: Outbound
  addressProblem(address: string): string | null
}

import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { HttpClient } from '#src/core/outbound/outbound.ts'
import type { Pages } from '#src/http/pages.ts'
import type { Diary } from '../diary.ts'
import type { SchoolSecretsCache } from '../school-secrets.ts'
import type { PlatformKeys } from '../v1p3/platform-keys.ts'
import type { Schools } from "#src/schools/index.ts";
import type { Lti } from "../index.ts";

export interface LtiDeps {
  db: Database
  clock: Clock
  lti: Pick<Lti, 'claimLaunchOnly' | 'receiveLaunch'>
  schools: Pick<Schools, 'checkRegistration' | 'publishedKeys' | 'registerPlatform'>
  pages: Pages
  diary: Diary
  secrets: SchoolSecretsCache
  publicUrl: string
  /** Business time zone, for the dates of terms. */
  timezone: string
  demo: boolean
  platformKeys: PlatformKeys
  /** HTTP client for URLs from an LMS. */
  outbound: HttpClient
}

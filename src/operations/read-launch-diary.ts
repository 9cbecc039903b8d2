import { cleanReference, type LaunchRecord } from '../domain/launch-record.ts'
import { findLaunchRecord, listLaunchRecords } from '../store/queries/launch-diary.ts'
import type { Deps } from './deps.ts'

const MOST = 100

/** The launch of an error page, by the reference on it. Kept thirty days. */
export const findLaunchByReference =
  (deps: Deps) =>
  (reference: string): Promise<LaunchRecord | null> =>
    findLaunchRecord(deps.db, cleanReference(reference))

/** The newest launches, of one school or with one outcome. */
export const listLaunches =
  (deps: Deps) =>
  (asked: { consumerKey?: string; issuer?: string; outcome?: string }): Promise<LaunchRecord[]> =>
    listLaunchRecords(deps.db, asked, MOST)

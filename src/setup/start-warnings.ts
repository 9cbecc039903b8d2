import type { Config } from '#src/config.ts'
import type { Database } from '#src/core/db/db.ts'
import { contentLine, supportLine } from './rules/installation-lines.ts'
import { canvasLine } from './rules/service-lines.ts'
import { findSetUpFacts } from './store/setup-facts.ts'

/** Lists what students would notice in production: sample content, and a school without what it needs. */
export const startWarnings = async (db: Database, { demo, live, canvas, support }: Config): Promise<string[]> => {
  if (demo) return []
  const { isSample, hostedSchools: hosted } = await findSetUpFacts(db)
  return [
    contentLine(isSample, demo),
    supportLine(support.email, demo),
    ...(canvas || hosted === 0 ? [] : [canvasLine({ answer: null, demo, live, hosted })]),
  ].flatMap(({ state, name, found, nextStep }) => (state === 'ok' ? [] : [`${name}: ${found} ${nextStep}`]))
}

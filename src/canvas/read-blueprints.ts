import type { Needs } from '#src/context.ts'
import type { Canvas } from './rules/canvas-port.ts'
import type { Blueprint } from './rules/course-content.ts'
import { saveBlueprints } from './store/course-content.ts'

const TIMEOUT_MS = 5000

/** Reads the blueprint courses from Canvas and caches them. Throws after a timeout, because a page is waiting. */
export const readBlueprints = async ({ db, clock }: Needs<'clock' | 'db'>, canvas: Canvas): Promise<Blueprint[]> => {
  const request = canvas.listBlueprints().then(async found => {
    const blueprints = found.map(({ id, name, courseCode }) => ({ id, name, courseCode }))
    await saveBlueprints(db, canvas.host, blueprints, clock.now())
    return blueprints
  })
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Canvas did not answer in time')), TIMEOUT_MS)
  })
  return Promise.race([request, timeout]).finally(() => clearTimeout(timer))
}

import { join, resolve } from 'node:path'
import { type Child, startChild } from './child.ts'

const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'dist/server/main.mjs')

/** Settings of a production process, besides its database. */
export const PRODUCTION = {
  APP_SECRET: 'a secret of the bench, long enough for anyone',
  MAIL_FROM: 'no-reply@signbook.example',
  DEMO: 'off',
}

/** Starts the built product. Without `DATABASE_URL` it uses the embedded database of `DATA_DIR`. */
export const startProduct = (settings: Record<string, string>): Promise<Child> =>
  startChild([main], { ...PRODUCTION, ...settings }, '/home')

/** Fills an empty database with the courses of demo mode. */
export const fillWithDemo = async (settings: Record<string, string>): Promise<void> =>
  (await startProduct({ ...settings, DEMO: 'on', CAPTCHA_PROVIDER: 'off' })).stop()

import { hrefs } from './paths.ts'
import type { Site } from './screen.ts'

/** Names under `.example` are nobody's (RFC 2606): the demo's learning platform has one, and no server answers there. */
const isMadeUp = (url: string): boolean => URL.canParse(url) && new URL(url).hostname.endsWith('.example')

/** Where a link to a learning platform leads: there; in demo mode, where there is none, to the page that stands for it. */
export const toPlatform = <U extends string | null>(url: U, { demo }: Pick<Site, 'demo'>): U | string =>
  url && demo && isMadeUp(url) ? hrefs.demoPlatform(url) : url

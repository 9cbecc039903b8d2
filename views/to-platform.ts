import { hrefs } from './paths.ts'
import type { Site } from './screen.ts'

/** Hosts ending in `.example` never exist (RFC 2606). The demo data uses them. */
const isExampleHost = (url: string): boolean => URL.canParse(url) && new URL(url).hostname.endsWith('.example')

/** Returns the link to a learning platform. In demo mode, example hosts lead to a stand-in page. */
export const toPlatform = <U extends string | null>(url: U, { demo }: Pick<Site, 'demo'>): U | string =>
  url && demo && isExampleHost(url) ? hrefs.demoPlatform(url) : url

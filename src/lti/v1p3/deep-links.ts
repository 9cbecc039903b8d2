import type { Clock } from '#src/core/clock.ts'
import { paths } from '#views/paths.ts'
import { contentItem, type DeepLinks } from '../rules/deep-link.ts'
import { signDeepLinks } from './ltijs.ts'

interface DeepLinksDeps {
  clock: Clock
  publicUrl: string
  signingKey(): Promise<{ kid: string; privatePem: string }>
}

/** Deep Linking 2.0. Each placed link points to our launch URL, and its query selects what it opens. */
export const makeDeepLinks = ({ clock, publicUrl, signingKey }: DeepLinksDeps): DeepLinks => ({
  async sign(from, settings, links) {
    const items = links.map(link => contentItem(link, `${publicUrl}${paths.launch}`))
    return signDeepLinks(from, settings, items, await signingKey(), clock.now())
  },
})

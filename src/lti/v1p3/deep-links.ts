import type { Clock } from '#src/core/clock.ts'
import { paths } from '#views/paths.ts'
import type { DeepLinks } from '../rules/deep-link.ts'
import { signDeepLinks } from './ltijs.ts'

interface DeepLinksDeps {
  clock: Clock
  publicUrl: string
  signingKey(): Promise<{ kid: string; privatePem: string }>
}

/** Deep Linking 2.0. Each placed link points to our launch URL, and its query selects what it opens. */
export const makeDeepLinks = ({ clock, publicUrl, signingKey }: DeepLinksDeps): DeepLinks => ({
  async sign(from, settings, links) {
    const items = links.map(({ title, query }) => {
      const url = new URL(paths.launch, publicUrl)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      // The custom parameters repeat the query, because Moodle launches its registered URL instead of the link's own.
      return { type: 'ltiResourceLink', title, url: url.href, custom: query }
    })
    return signDeepLinks(from, settings, items, await signingKey(), clock.now())
  },
})

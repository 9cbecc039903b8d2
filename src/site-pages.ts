import type { Assets } from '#views/document.ts'
import { screens } from '#views/index.ts'
import about from '../package.json' with { type: 'json' }
import type { CardSettings, Config } from './config.ts'
import { fillRetention } from './core/rules/retention.ts'
import { makePages, type Pages } from './http/pages.ts'
import { chatSources } from './messages/index.ts'
import { captchaSources } from './sign-up/index.ts'
import type { Content } from './signs/rules/content.ts'
import { fillSupport } from './signs/rules/fill-support.ts'

interface SiteOptions {
  config: Config
  gateways: { card: { settings: CardSettings } | null }
  assets: Assets
}

/** Fills the support address and the times that data is kept into the legal texts. */
export const withFacts = (content: Content, { retention, support }: Config): Content => {
  const fill = (html: string) => fillSupport(fillRetention(html, retention), support.email)
  const { terms, privacy } = content
  return {
    ...content,
    terms: { ...terms, html: fill(terms.html) },
    privacy: { ...privacy, html: fill(privacy.html) },
  }
}

/** Makes the renderer of all pages, with the facts of this site and the policy of its vendors. */
export const makeSitePages = ({ config, gateways, assets }: SiteOptions): Pages => {
  const site = {
    publicUrl: config.publicUrl,
    demo: config.demo,
    live: config.live,
    version: about.version,
    timezone: config.businessTimezone,
    premiumDomain: config.premiumDomain,
    support: config.support,
  }
  const policy = {
    origins: gateways.card?.settings.checkoutOrigins ?? [],
    outside: { captcha: captchaSources(config.captcha), chat: chatSources(config.chat) },
    videoHosts: config.videoHosts,
    demo: config.demo,
  }
  return makePages(assets, site, policy, screens)
}

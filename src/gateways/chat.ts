import { createHmac } from 'node:crypto'

interface ChatSettings {
  baseUrl: string
  websiteToken: string
  hmacToken: string
}

/** The identity hash of the chat vendor: hex HMAC-SHA256 of the id under the inbox's own secret (facts/third-parties 7). */
export const makeChat = (settings: ChatSettings | null) =>
  settings && {
    baseUrl: settings.baseUrl,
    websiteToken: settings.websiteToken,
    sign: (id: string) => createHmac('sha256', settings.hmacToken).update(id).digest('hex'),
  }

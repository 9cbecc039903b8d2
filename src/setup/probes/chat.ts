import type { ServiceAnswer } from '../rules/setup-line.ts'
import { ask } from './ask.ts'

/** Opens the widget with our website token. */
export const tryChat = async (
  settings: { baseUrl: string; websiteToken: string } | null,
): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { baseUrl, websiteToken } = settings
  return (await ask({ url: `${baseUrl}/widget?website_token=${encodeURIComponent(websiteToken)}` })).answer
}

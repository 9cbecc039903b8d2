import ui from './en/pages/ui.ts'

/** English sentences when the server fails or does not answer, for calls and staff. */
export const failureMessages = {
  away: ui.away,
  networkError: ui.networkError,
  unreachable: ui.unreachable,
  server: ui.server,
} as const

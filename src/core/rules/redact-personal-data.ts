/** Removes email addresses and our tokens from a message: mail servers quote their recipients. */
export const redactPersonalData = (message: string): string =>
  message.replace(/[^\s<>"'@/]+@[^\s<>"'@/]+\.[^\s<>"'@/]+|\b[cem]_[\w-]{10,}/g, '[cut]')

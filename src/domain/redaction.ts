/** A message without what it may quote of people: a mail server names its recipients. Our tokens go as well. */
export const redactPersonalData = (message: string): string =>
  message.replace(/[^\s<>"'@/]+@[^\s<>"'@/]+\.[^\s<>"'@/]+|\b[cem]_[\w-]{10,}/g, '[cut]')

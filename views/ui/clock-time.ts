/** Returns the time of day now, like '3:07 PM'. */
export const clockTime = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format()

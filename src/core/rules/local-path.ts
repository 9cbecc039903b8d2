/** The staff's first page. */
const FIRST_PAGE = '/course'

/** Returns a local path to go to after sign-in, else /course. Rejects other origins. */
export const localPath = (given: string | undefined): `/${string}` => {
  if (!given || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return FIRST_PAGE
  const base = 'http://signbook.invalid'
  if (!URL.canParse(given, base)) return FIRST_PAGE
  const url = new URL(given, base)
  const path = `/${url.pathname.slice(1)}${url.search}${url.hash}` as const
  return url.origin === base && !path.startsWith('//') ? path : FIRST_PAGE
}

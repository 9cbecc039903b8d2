import sanitize from 'sanitize-html'

const TAGS =
  'h2 h3 h4 h5 p ul ol li dl dt dd blockquote pre code strong em b i u s sup sub br hr a table caption thead tbody tr th td details summary iframe'.split(
    ' ',
  )

const options = (videoHosts: string[]): sanitize.IOptions => ({
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    iframe: ['src', 'title', 'loading', 'allow', 'allowfullscreen'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  allowedIframeHostnames: videoHosts,
  allowIframeRelativeUrls: false,
  transformTags: {
    a: (tagName, { href = '', title }) => ({
      tagName,
      attribs: {
        href,
        ...(title ? { title } : {}),
        // A link must not replace the page inside an LMS frame.
        ...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener' } : {}),
      },
    }),
    iframe: (tagName, { src = '', title = 'Video' }) => ({
      tagName,
      attribs: { src: withoutAutoplay(src), title, loading: 'lazy', allow: 'fullscreen', allowfullscreen: '' },
    }),
  },
  // sanitize-html removes the src of a frame with a disallowed host. Drop the empty frame.
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs.src,
})

/** Removes autoplay and loop parameters from a video URL. Returns '' for an invalid URL. */
const withoutAutoplay = (address: string): string => {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (/^(auto_?play|loop)$/i.test(name)) url.searchParams.delete(name)
  return url.href
}

/** Returns the publisher's HTML without disallowed tags and attributes. */
export const sanitizeHtml = (html: string, videoHosts: string[]): string => sanitize(html, options(videoHosts)).trim()

/** Lists the tags that `sanitizeHtml` would remove, so that authors see them. */
export const findDisallowedTags = (html: string, videoHosts: string[]): { tag: string; why: string }[] => {
  const refused: { tag: string; why: string }[] = []
  sanitize(html, {
    ...options(videoHosts),
    onOpenTag: (tag, attribs) => {
      if (!TAGS.includes(tag)) refused.push({ tag, why: `<${tag}> is not allowed` })
      else if (tag === 'iframe' && !videoHosts.includes(hostOf(attribs.src)))
        refused.push({ tag, why: `a frame may only show videos from ${videoHosts.join(' or ')}` })
      else if (Object.keys(attribs).some(name => /^(on|style$)/i.test(name)))
        refused.push({ tag, why: `<${tag}> must not have a style or script attribute` })
    },
  })
  return refused
}

const hostOf = (address = ''): string => {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' ? url.hostname : ''
}

import type { AnchorHTMLAttributes } from 'react'
import { inLanguage } from '../pay-paths.ts'
import { useLanguage } from './texts.ts'

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: `/${string}`
  /** Opens beside this page, which stays. */
  newTab?: true
}

/** A link to a page that knows no person, in the language of this one. */
export const PageLink = ({ to, newTab, className, ...rest }: PageLinkProps) => (
  <a
    className={className}
    href={inLanguage(to, useLanguage())}
    {...(newTab && { target: '_blank', rel: 'noopener' })}
    {...rest}
  />
)

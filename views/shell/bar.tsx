import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Mark } from '../ui/mark.tsx'

/** Bar at the top of public pages. Its child stands at the end of the line. */
export const Bar = ({ children }: { children?: ReactNode }) => (
  <header className="bar">
    <a className="brand" href={paths.home}>
      <Mark size={28} />
      Signbook
    </a>
    {children}
  </header>
)

import { paths } from '../paths.ts'
import { Mark } from '../ui/mark.tsx'

/** Bar at the top of public pages. */
export const Bar = () => (
  <header className="bar">
    <a className="brand" href={paths.home}>
      <Mark size={28} />
      Signbook
    </a>
  </header>
)

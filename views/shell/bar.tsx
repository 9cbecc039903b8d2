import { paths } from '../paths.ts'
import { Mark } from '../ui/mark.tsx'

/** The bar at the top. Signed-in staff get its links with the back-office. */
export const Bar = () => (
  <header className="bar">
    <a className="brand" href={paths.home}>
      <Mark size={28} />
      Signbook
    </a>
  </header>
)

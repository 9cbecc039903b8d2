import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import type { Site } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/facts.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './screen.tsx'

/** Links to the seat page of a school, for its coordinator. */
export const SeatLinks = ({ data: { address, seatLinks, rights }, site }: { data: SchoolPage; site: Site }) => (
  <Panel title="Seat page for the coordinator">
    <p className="soft">Shows seats bought and used, by course and week. It needs no login and names no student.</p>
    <ul className="links seat-links">
      {seatLinks.map(({ id, link, createdAt }) => (
        <li key={id}>
          <Copied>{site.publicUrl + hrefs.seats(link)}</Copied>
          <p className="soft">
            Created {shortDate(createdAt, site.timezone)}. <a href={hrefs.seats(link)}>Preview</a>. If you withdraw it,
            the link stops working.
          </p>
          {rights.change && (
            <form method="post" action={address}>
              <input type="hidden" name="link" value={id} />
              <Button look="danger" name="intent" value="withdraw" aria-label={`Withdraw link ${id}`}>
                Withdraw this link
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
    {rights.change && (
      <form method="post" action={address}>
        <Button look="quiet" name="intent" value="link">
          Create a link
        </Button>
      </form>
    )}
  </Panel>
)

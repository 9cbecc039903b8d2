import { type ShownHelp, shownHelp } from '#src/signed-help/rules/help-clip.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, redirect, screen } from '../screen.ts'
import { Card } from '../ui/card.tsx'
import { Help } from '../ui/help.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import HelpClip from './help-clip.island.tsx'

/** A clip of signed help alone, for mail. */
export const watch = screen<ShownHelp>({
  path: paths.watch,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async ({ params, app, language }) => {
    const clip = app.signedHelp.findClip(params.slot ?? '')
    if (!clip) return redirect(paths.home)
    const help = shownHelp(clip, language)
    return page(help, { title: help.title })
  },
  View: ({ data, site }) => (
    <div className="column">
      <PageHeader title={data.title} />
      <Card>
        <Island of={HelpClip} props={{ help: data }} eager />
      </Card>
      <Help support={site.support} />
    </div>
  ),
})

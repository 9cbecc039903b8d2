import { shownHelp } from '#src/messages/rules/signed-help.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, redirect, screen } from '../screen.ts'
import HelpClip from '../signed-help/help-clip.island.tsx'
import { Card, Help, PageHeader } from '../ui/public-page.tsx'

/** A clip of signed help alone, for mail. */
export const watch = screen({
  path: paths.watch,
  access: 'public',
  chrome: 'bar',
  styles: 'signs',
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

import { Notice } from '../../ui/notice.tsx'

/** Says plainly that this server cannot make clips. */
export const NoFfmpeg = ({ ready }: { ready: boolean }) =>
  ready ? null : (
    <Notice tone="problem">
      This server has no ffmpeg, so clips wait. Ask its operator to run: <code>apt-get install ffmpeg</code>
    </Notice>
  )

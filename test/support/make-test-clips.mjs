/**
 * Makes the test clips of demo mode with ffmpeg: calm pictures that say what they are. Usage: node
 * test/support/make-test-clips.mjs FOLDER
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const [folder = '.'] = process.argv.slice(2)
const ffmpeg = (...options) => execFileSync('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...options])
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf'
const words = (text, size, y) =>
  `drawtext=fontfile=${FONT}:text='${text}':fontcolor=0xe9f1ef:fontsize=${size}:x=(w-tw)/2:y=${y}`

/** A thin line moves in from the left, so that one sees the clip play. */
const LINE = "color=0x83d3d2:size=640x8:rate=30:duration=2.5[line];[words][line]overlay=x='-w+w*t/2.4':y=H-h"

for (const n of [1, 2]) {
  const path = extension => join(folder, `test-clip-${n}.${extension}`)
  const said = `${words(`Test clip ${n}`, 52, 130)},${words('It shows no sign.', 28, 205)}[words]`
  const ground = 'color=0x10242b:size=640x360:rate=30:duration=2.5'
  const source = ['-f', 'lavfi', '-i', `${ground},${said};${LINE}`]
  const h264 = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-crf', '26', '-pix_fmt', 'yuv420p']
  ffmpeg(...source, ...h264, '-movflags', '+faststart', '-an', path('mp4'))
  ffmpeg('-i', path('mp4'), '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-an', path('webm'))
  ffmpeg('-ss', '1', '-i', path('mp4'), '-frames:v', '1', '-quality', '80', path('webp'))
}

/**
 * Makes the test clips of demo mode with ffmpeg: a moving test picture that says what it is. Usage: node
 * test/support/make-test-clips.mjs FOLDER
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const [folder = '.'] = process.argv.slice(2)
const ffmpeg = (...options) => execFileSync('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...options])
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf'
const words = (text, size, y) =>
  `drawtext=fontfile=${FONT}:text='${text}':fontcolor=white:fontsize=${size}:x=(w-tw)/2:y=${y}`

for (const n of [1, 2]) {
  const path = extension => join(folder, `test-clip-${n}.${extension}`)
  const ground = 'drawbox=x=40:y=110:w=560:h=140:color=0x10242b@0.9:t=fill'
  const picture = [ground, words(`TEST CLIP ${n}`, 56, 128), words('It shows no sign.', 28, 200)].join(',')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30:duration=2.5', '-vf', picture]
  const h264 = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-crf', '34', '-pix_fmt', 'yuv420p']
  ffmpeg(...source, ...h264, '-movflags', '+faststart', '-an', path('mp4'))
  ffmpeg('-i', path('mp4'), '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '46', '-an', path('webm'))
  ffmpeg('-ss', '1', '-i', path('mp4'), '-frames:v', '1', '-quality', '60', path('webp'))
}

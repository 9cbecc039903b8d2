/** Sizes and frame rates of the videos that are made from a clip. */

export interface Size {
  width: number
  height: number
}

/** Both are made of every clip. A smaller picture is never enlarged. */
export const heights = [720, 360] as const
export type Height = (typeof heights)[number]

/** Larger pictures are refused. */
export const MAX_PIXELS = 4096

/** Returns the size that fits into a frame of 16:9 with this height. Sides are even, as codecs need. */
export const fitInto = ({ width, height }: Size, most: number): Size => {
  const scale = Math.min(1, most / height, (most * 16) / 9 / width)
  const even = (n: number) => Math.max(2, Math.round((n * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** Usual frame rates, as fractions for ffmpeg. */
const RATES = ['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '50/1', '60000/1001', '60/1'] as const
export type Rate = (typeof RATES)[number]

export const rateValue = (rate: string): number => {
  const [frames = 0, seconds = 1] = rate.split('/').map(Number)
  return seconds > 0 ? frames / seconds : 0
}

const NEAR = 0.02
const SLACK = 0.5

/**
 * Returns the frame rate to keep: the nearest usual one, or the next higher for a camera that skipped frames, so that no
 * frame is lost. At most 60.
 */
export const rateToKeep = (frames: number): Rate =>
  RATES.find(rate => Math.abs(rateValue(rate) - frames) < NEAR) ??
  RATES.find(rate => rateValue(rate) >= frames - SLACK) ??
  '60/1'

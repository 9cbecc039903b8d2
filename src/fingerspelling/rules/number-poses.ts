import type { Pose } from './pose.ts'
import { back, four, one, ringOfF, roundO, spread, straight, thumbOut, touching, two } from './pose-parts.ts'

/** Poses of the numbers 0 to 9. */
export const numberPoses: Record<string, Pose> = {
  0: roundO,
  1: { ...one, view: back },
  2: { ...two, view: back },
  3: { ...two, thumb: thumbOut, view: back },
  4: four,
  5: { ...four, thumb: thumbOut },
  6: {
    index: spread(9),
    middle: straight,
    ring: spread(-8),
    pinky: [56, 60, 36, 12],
    cup: 10,
    thumb: touching('pinky'),
    view: { yaw: 8 },
  },
  7: {
    index: spread(7),
    middle: straight,
    ring: [56, 62, 38, 6],
    pinky: [2, 6, 6, -8],
    thumb: touching('ring'),
    view: { yaw: 22 },
  },
  8: {
    index: spread(8),
    middle: [46, 62, 40, 2],
    ring: [2, 4, 4, -3],
    pinky: [-2, 4, 4, -9],
    thumb: touching('middle'),
    view: { yaw: 26 },
  },
  9: ringOfF,
}

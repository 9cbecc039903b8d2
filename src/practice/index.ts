/** Everything of demo mode. The build makes it a bundle of its own, which only demo mode loads. */

export { makeDemoScreens } from './demo-screens.ts'
export { startEmulators } from './emulators/index.ts'
export type { PracticeServices } from './practice-lms.ts'
export { mountPracticeCheckout, mountPracticePlatform } from './routes.ts'
export { markDemoDatabase, requireDemoDatabase, seedDemo } from './seed.ts'
export { seedTestClips } from './seed-test-clips.ts'
export { seedDemoPlatform } from './store/seed-platform.ts'
export { fillTerm, TERM } from './term.ts'

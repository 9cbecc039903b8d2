/** Everything of demo mode. The build makes it a bundle of its own, which only demo mode loads. */
export { markDemoDatabase, requireDemoDatabase } from './demo-database.ts'
export { makeDemoScreens } from './demo-screens.ts'
export { startEmulators } from './emulators/index.ts'
export { mountPracticeCheckout } from './practice-checkout.ts'
export { mountPracticePlatform } from './practice-platform.ts'
export { makePracticeServices, type PracticeAddresses } from './practice-services.ts'
export { seedDemo } from './seed.ts'
export { seedDemoPlatform } from './seed-platform.ts'

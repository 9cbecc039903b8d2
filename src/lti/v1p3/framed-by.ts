import type { FramedBy } from '#views/screen.ts'

/**
 * Who frames a page on the way to a launch. A platform's login stands on another host than its courses (Canvas), so that
 * any secure page may; in demo mode the platform is a plain one on this machine.
 */
export const framedByPlatform = (origin: string, demo: boolean): FramedBy => ({ lms: demo ? [origin] : [] })

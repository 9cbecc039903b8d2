import type { FramedBy } from '#views/screen.ts'

/**
 * Returns who may frame a page during a login. Any https page may, because a platform's login may be on another host
 * than its courses (Canvas). In demo mode only the practice platform may, over plain http.
 */
export const allowedFramers = (origin: string, demo: boolean): FramedBy => ({ lms: demo ? [origin] : [] })

import type { Language } from '#src/core/rules/language.ts'
import type { TeachersCourse } from '#src/courses/rules/course.ts'

/** The pages that a launch opens: the teacher page, the dictionary (What's the Sign?), or the page that places links. */
export const openedApps = ['teacher', 'wts', 'deep_link'] as const

/** A page opened by a launch. Its link is valid for two hours. */
export interface LaunchOpened extends TeachersCourse {
  app: (typeof openedApps)[number]
  /** The language that the person chose, or else the one of their last launch; null if neither is known. */
  language: Language | null
  courseId: number
  personId: number
  title: string | null
  label: string | null
  /** Units of the course's products that a teacher may see. */
  units: number[]
  /** The last open tab of the teacher page, and the last lesson or unit. Null before the first visit. */
  lastTab: string | null
  lastLesson: string | null
  /** Origins that may frame the page. */
  framers: string[]
}

/** Deep linking settings of a platform (LTI Deep Linking 2.0). */
export interface DeepLinkSettings {
  returnUrl: string
  acceptTypes: string[]
  acceptsMany: boolean
  /** False if the platform ignores the line item of a link. */
  acceptsLineItem: boolean
  /** Returned unchanged. */
  data: string | null
}

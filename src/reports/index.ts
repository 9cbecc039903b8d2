import { countDays } from './count-days.ts'
import { saveOutsideTimes, listAnswerTimes, listDailyTotals, describeSchool, checkSchool, checkCourseForTeacher, describeSeats, countClassSteps, checkCourse } from './read-reports.ts'
import type { App } from "#src/context.ts";

export type { MeanAnswerTimes } from './store/answer-times.ts'

export const makeReports = (app: App) => ({
  countDays: countDays(app),
  saveAnswerTimes: saveOutsideTimes(app),
  listAnswerTimes: listAnswerTimes(app),
  listTotals: listDailyTotals(app),
  describeSchool: describeSchool(app),
  checkSchool: checkSchool(app),
  checkCourseForTeacher: checkCourseForTeacher(app),
  describeSeats: describeSeats(app),
  countClass: countClassSteps(app),
  checkCourse: checkCourse(app),
})

export type Reports = ReturnType<typeof makeReports>
